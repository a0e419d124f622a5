import { mutationOf } from '../../documents/typed-document.ts';
import { customFields as fields } from '../../sessions/session/session.fields.ts';
import type { Words } from '../../words/languages.ts';
import { formFields, labelled, numbered } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { type Form, form } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import type { TransitionName } from './session-transitions.ts';

const customs = formFields(fields, ({ codes }) => numbered(fields, codes.session.customField));

export const customFields: Record<string, LabelledField> = Object.fromEntries(
  Object.entries(customs).map(([name, field]) => [name, { ...field, at: `data.${name}` }]),
);

const moneySpentField: LabelledField = {
  kind: 'decimal',
  label: ({ codes }) => codes.session.facts.moneySpent,
  hint: ({ codes }) => codes.session.moneySpentHint,
  at: 'data.moneySpent',
  maxLength: 16,
};

export const sessionForm = form(mutationOf('updateCouponSession'), {
  clears: true,
  fields: {
    customId: {
      ...{ kind: 'text', at: 'data.customId', maxLength: 50 },
      label: ({ codes }) => codes.session.facts.customId,
      error: ({ codes }) => codes.session.customIdError,
    },
    moneySpent: moneySpentField,
    ...customFields,
  },
  adds: ({ params }) => ({ session: params.session }),
  says: ({ codes: { session } }) => [session.save, session.saved],
});

/** The operation needs the campaign too. */
export const sessionRemovalForm = form(mutationOf('deleteCouponSession', 'couponId'), {
  fields: { coupon: { kind: 'hidden' } },
  adds: ({ params }) => ({ session: params.session }),
  says: ({ codes: { session } }) => [session.delete, session.deleted],
  done: ({ deleteCouponSession: { couponId } }) => `/campaigns/${couponId}/codes`,
});

const ofSession = ({ params }: Page) => ({ session: params.session });

/** The key of the hold. Claiming or validating a held session needs it. Each person has one. */
const holding = (page: Page) => ({ ...ofSession(page), holdKey: page.viewer.keyId });

const wordsOf =
  (name: TransitionName) =>
  ({ codes: { session } }: Words) =>
    [session.transitions[name], session.notice[name]] as const;

const transition = (name: TransitionName, document: Form['document'], adds: (page: Page) => object = ofSession) =>
  form(document, { says: wordsOf(name), adds });

interface Places {
  locations: readonly { id: string; name: string }[];
}

const locationField: LabelledField = {
  kind: 'select',
  label: ({ codes }) => codes.session.where,
  options: (_, { locations }: Places) => locations.map(({ id, name }) => [id, name] as const),
};

const holdFields = labelled(({ codes }) => codes.session)({
  seconds: {
    kind: 'select',
    word: 'holdFor',
    required: true,
    options: ({ codes: { session } }) => [
      ['60', session.holdTimes.minute],
      ['900', session.holdTimes.quarter],
      ['3600', session.holdTimes.hour],
    ],
  },
});

export const transitionForms: Record<TransitionName, Form> = {
  claim: transition('claim', mutationOf('claimCouponSession'), holding),
  validate: form(mutationOf('validateCouponSession'), {
    says: wordsOf('validate'),
    fields: { location: locationField, moneySpent: moneySpentField },
    adds: holding,
  }),
  hold: form(mutationOf('holdCouponSession'), {
    says: wordsOf('hold'),
    fields: { location: locationField, ...holdFields },
    variables: ({ location, seconds }: { location?: string; seconds: string }, { params, viewer }) => ({
      input: { session: params.session ?? '', key: viewer.keyId, location, seconds: Number(seconds) },
    }),
  }),
  unvalidate: transition('unvalidate', mutationOf('unvalidateCouponSession')),
  lock: transition('lock', mutationOf('lockCouponSession')),
  unlock: transition('unlock', mutationOf('unlockCouponSession')),
  void: transition('void', mutationOf('voidCouponSession')),
  unvoid: transition('unvoid', mutationOf('unvoidCouponSession')),
  activate: transition('activate', mutationOf('activateCouponSession')),
};
