import { mutationOf } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import { settingFields } from './card-fields.ts';

export const saveCard = form({
  document: mutationOf('updateLoyaltyCard'),
  fields: settingFields,
  clears: true,
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.save,
  doneWords: ({ loyalty }) => loyalty.card.saved2,
  problemsAt: { NOT_A_STAMP_CARD: 'stampsRequired' },
});

export const copyCard = form({
  document: mutationOf('copyLoyaltyCard'),
  fields: { name: { kind: 'text', label: ({ loyalty }) => loyalty.card.copyName, most: 50 } },
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.copyButton,
  doneWords: ({ loyalty }) => loyalty.card.copied,
  done: ({ copyLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

export const deleteCard = form({
  document: mutationOf('deleteLoyaltyCard'),
  adds: ({ params }) => ({ id: params.card }),
  submit: ({ loyalty }) => loyalty.card.removeButton,
  doneWords: ({ loyalty }) => loyalty.card.removed2,
  done: () => '/loyalty',
});
