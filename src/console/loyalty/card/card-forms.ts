import { graphql } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import { settingFields } from './card-fields.ts';

export const saveCard = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateLoyaltyCard($input: UpdateLoyaltyCardInput!) {
      updateLoyaltyCard(input: $input) { id }
    }
  `),
  fields: settingFields,
  clears: true,
  variables: (input, { params }) => ({ input: Object.assign(input, { id: params.card }) }),
  submit: ({ loyalty }) => loyalty.card.save,
  doneWords: ({ loyalty }) => loyalty.card.saved2,
  problemsAt: { NOT_A_STAMP_CARD: 'stampsRequired' },
});

export const copyCard = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCopyLoyaltyCard($input: CopyLoyaltyCardInput!) {
      copyLoyaltyCard(input: $input) { id }
    }
  `),
  fields: { name: { kind: 'text', label: ({ loyalty }) => loyalty.card.copyName, most: 50 } },
  variables: (input, { params }) => ({ input: Object.assign(input, { id: params.card }) }),
  submit: ({ loyalty }) => loyalty.card.copyButton,
  doneWords: ({ loyalty }) => loyalty.card.copied,
  done: ({ copyLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

export const deleteCard = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteLoyaltyCard($input: DeleteLoyaltyCardInput!) {
      deleteLoyaltyCard(input: $input) { id }
    }
  `),
  fields: {},
  variables: (input, { params }) => ({ input: Object.assign(input, { id: params.card }) }),
  submit: ({ loyalty }) => loyalty.card.removeButton,
  doneWords: ({ loyalty }) => loyalty.card.removed2,
  done: () => '/loyalty',
});
