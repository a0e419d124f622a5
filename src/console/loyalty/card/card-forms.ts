import { mutationOf } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import { settingFields } from './card-fields.ts';

export const saveCard = form({
  document: mutationOf('updateLoyaltyCard'),
  fields: settingFields,
  clears: true,
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.save,
  notice: ({ loyalty }) => loyalty.card.saved2,
  problemsAt: { NOT_A_STAMP_CARD: 'stampsRequired' },
});

export const copyCard = form({
  document: mutationOf('copyLoyaltyCard'),
  fields: { name: { kind: 'text', label: ({ loyalty }) => loyalty.card.copyName, maxLength: 50 } },
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.copyButton,
  notice: ({ loyalty }) => loyalty.card.copied,
  done: ({ copyLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

export const deleteCard = form({
  document: mutationOf('deleteLoyaltyCard'),
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.removeButton,
  notice: ({ loyalty }) => loyalty.card.removed2,
  done: () => '/loyalty',
});
