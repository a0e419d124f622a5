import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import { personFields } from './person-fields.ts';

/** Adds the card and the user of the page to an input. */
export const ofUser = (input: never, { params }: Page) => ({
  input: Object.assign(input, { card: params.card, user: params.user }),
});

export const savePerson = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateLoyaltyUser($input: UpdateLoyaltyUserInput!) {
      updateLoyaltyUser(input: $input) { id }
    }
  `),
  fields: personFields,
  clears: true,
  variables: ofUser,
  submit: ({ loyalty }) => loyalty.user.save,
  doneWords: ({ loyalty }) => loyalty.user.saved,
});

export const linkCard = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleLinkLoyaltyUser($input: LinkLoyaltyUserInput!) {
      linkLoyaltyUser(input: $input) { cardId userId }
    }
  `),
  fields: {
    card: {
      kind: 'select',
      label: ({ loyalty }) => loyalty.user.linkCard,
      required: true,
      options: (_, { loyaltyCards }: { loyaltyCards: { nodes: { id: string; name: string }[] } }) =>
        loyaltyCards.nodes.map(({ id, name }) => [id, name] as const),
    },
  },
  variables: (input, { params }) => ({ input: Object.assign(input, { user: params.user }) }),
  submit: ({ loyalty }) => loyalty.user.linkButton,
  doneWords: ({ loyalty }) => loyalty.user.linked,
  done: ({ linkLoyaltyUser: { cardId, userId } }) => `/loyalty/${cardId}/users/${userId}`,
  problemsAt: { USER_ALREADY_LINKED: 'card', LOYALTY_CARD_NOT_FOUND: 'card' },
});

export const voidUser = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleVoidLoyaltyUser($input: VoidLoyaltyUserInput!) {
      voidLoyaltyUser(input: $input) { id }
    }
  `),
  fields: {},
  variables: ofUser,
  submit: ({ loyalty }) => loyalty.user.voidButton,
  doneWords: ({ loyalty }) => loyalty.user.voided,
});

export const deleteUser = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteLoyaltyUser($input: DeleteLoyaltyUserInput!) {
      deleteLoyaltyUser(input: $input) { cardId }
    }
  `),
  fields: {},
  variables: ofUser,
  submit: ({ loyalty }) => loyalty.user.removeButton,
  doneWords: ({ loyalty }) => loyalty.user.removed,
  done: ({ deleteLoyaltyUser: { cardId } }) => `/loyalty/${cardId}/users`,
});
