import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { landingFieldKind, landingUnique } from './landing-page.inputs.ts';
import type { LandingField, LandingPage } from './landing-page.ts';

const LandingFieldType = builder.objectType(builder.objectRef<LandingField>('LandingField'), {
  description: 'A field that a landing page asks for.',
  fields: (t) => ({
    kind: t.expose('kind', { type: enumTypeOf(landingFieldKind), description: 'What the field asks for.' }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'What stands at the field. Null for the usual word, in the language of the visitor.',
    }),
    required: t.exposeBoolean('required', { description: 'Whether visitors must fill it in.' }),
  }),
});

export const LandingPageType = builder.objectType(builder.objectRef<LandingPage>('LandingPage'), {
  description: 'The form by which visitors of the public page of a coupon get a session of their own.',
  fields: (t) => ({
    fields: t.field({
      type: [LandingFieldType],
      description: 'The fields of the form in their order. A plain list.',
      cost: { items: 5 },
      resolve: ({ fields }) => fields,
    }),
    unique: t.expose('unique', {
      type: enumTypeOf(landingUnique),
      nullable: true,
      description: 'The field of which each value gets one session. Null if a person may get several.',
    }),
    limit: t.exposeInt('limit', {
      nullable: true,
      description: 'How many sessions the page gives away. Null for no limit.',
    }),
    consent: t.exposeString('consent', { nullable: true, description: 'What visitors must agree to.' }),
    submissions: t.exposeInt('submissions', {
      description: 'How many sessions the page has given away. Those that were deleted do not count.',
    }),
  }),
});
