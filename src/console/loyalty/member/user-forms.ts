import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { personFields } from './person-fields.ts';

export const ofUser = ({ params }: Page) => ({ card: params.card, user: params.user });

export const savePerson = form({
  document: mutationOf('updateLoyaltyUser'),
  fields: personFields,
  clears: true,
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.save,
  notice: ({ loyalty }) => loyalty.user.saved,
});

export const linkCard = form({
  document: mutationOf('linkLoyaltyUser', 'cardId userId'),
  fields: labelled(({ loyalty }) => loyalty.user)({
    card: {
      kind: 'select',
      word: 'linkCard',
      required: true,
      options: (_, { loyaltyCards }: { loyaltyCards: { nodes: { id: string; name: string }[] } }) =>
        loyaltyCards.nodes.map(({ id, name }) => [id, name] as const),
    },
  }),
  adds: ({ params }) => ({ user: params.user }),
  submit: ({ loyalty }) => loyalty.user.linkButton,
  notice: ({ loyalty }) => loyalty.user.linked,
  done: ({ linkLoyaltyUser: { cardId, userId } }) => `/loyalty/${cardId}/users/${userId}`,
  problemsAt: { USER_ALREADY_LINKED: 'card', LOYALTY_CARD_NOT_FOUND: 'card' },
});

export const voidUser = form({
  document: mutationOf('voidLoyaltyUser'),
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.voidButton,
  notice: ({ loyalty }) => loyalty.user.voided,
});

export const deleteUser = form({
  document: mutationOf('deleteLoyaltyUser', 'cardId'),
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.removeButton,
  notice: ({ loyalty }) => loyalty.user.removed,
  done: ({ deleteLoyaltyUser: { cardId } }) => `/loyalty/${cardId}/users`,
});
