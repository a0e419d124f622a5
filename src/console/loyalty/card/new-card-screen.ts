import type { VariablesOf } from 'gql.tada';
import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import { form, screen } from '../../frame/screen.ts';
import { formOf } from '../../parts/form.tsx';
import { headingOf } from '../../parts/pieces.tsx';
import { designFields, settingFields } from './card-fields.ts';

const { name, ...others } = settingFields;

const createDocument = mutationOf('createLoyaltyCard');

type Input = VariablesOf<typeof createDocument>['input'];

const createForm = form({
  document: createDocument,
  fields: labelled(({ loyalty }) => loyalty.fields)({
    name: { ...name, focus: true },
    type: {
      kind: 'select',
      hint: ({ loyalty }) => loyalty.fields.fixed,
      required: true,
      options: ({ loyalty }) => Object.entries(loyalty.fields.typeOptions),
    },
    medium: {
      kind: 'select',
      hint: ({ loyalty }) => loyalty.fields.fixed,
      required: true,
      options: ({ loyalty }) => Object.entries(loyalty.media),
    },
    ...others,
  }),
  // The field for stamps has a value even for a points card, which must not send it.
  variables: (input: Input) => ({ input: input.type === 'STAMP' ? input : { ...input, stampsRequired: null } }),
  submit: ({ loyalty }) => loyalty.create,
  notice: ({ loyalty }) => loyalty.created,
  done: ({ createLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

export const newCardScreen = screen({
  path: '/loyalty/new',
  scope: 'WRITE',
  title: (_, { words }) => words.loyalty.createTitle,
  forms: { create: createForm },
  view: (_, page) => [
    headingOf(page.words.loyalty.createTitle),
    formOf(page, 'create', {
      values: { type: 'STAMP', medium: 'WEB', stampsRequired: 10, active: true },
      groups: [{ legend: page.words.loyalty.design, fields: designFields, open: false }],
    }),
  ],
});
