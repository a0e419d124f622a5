import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { landingFieldKind, landingUnique } from './landing-page.inputs.ts';
import type { LandingField, LandingPage } from './landing-page.ts';

const LandingFieldType = builder.objectType(builder.objectRef<LandingField>('LandingField'), {
  description: 'A field that a landing page asks for.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: enumTypeOf(landingFieldKind),
      description: 'The kind of data that the field asks for.',
    }),
    label: t.exposeString('label', {
      nullable: true,
      description: 'The label of the field. Null for a standard label in the language of the visitor.',
    }),
    required: t.exposeBoolean('required', { description: 'Whether visitors must fill in the field.' }),
  }),
});

export const LandingPageType = builder.objectType(builder.objectRef<LandingPage>('LandingPage'), {
  description: 'The form on the public page of a coupon with which visitors get their own session.',
  fields: (t) => ({
    fields: t.field({
      type: [LandingFieldType],
      description: 'The fields of the form, in display order. Not paginated.',
      cost: { items: 5 },
      resolve: ({ fields }) => fields,
    }),
    unique: t.expose('unique', {
      type: enumTypeOf(landingUnique),
      nullable: true,
      description: 'The field that limits each person to one session. Null if a person can get several sessions.',
    }),
    limit: t.exposeInt('limit', {
      nullable: true,
      description: 'The maximum number of sessions that the page gives away. Null for no limit.',
    }),
    consent: t.exposeString('consent', { nullable: true, description: 'The text that visitors must agree to.' }),
    submissions: t.exposeInt('submissions', {
      description: 'The number of sessions that the page has given away. Deleted sessions do not count.',
    }),
  }),
});
