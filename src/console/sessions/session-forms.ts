import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { customFields } from './custom-fields.ts';

export const moneySpentField: LabelledField = {
  kind: 'decimal',
  label: ({ codes }) => codes.session.facts.moneySpent,
  hint: ({ codes }) => codes.session.moneySpentHint,
  at: 'data.moneySpent',
  most: 16,
};

export const sessionForm = form({
  document: mutationOf('updateCouponSession'),
  clears: true,
  fields: {
    customId: {
      ...{ kind: 'text', at: 'data.customId', most: 50 },
      label: ({ codes }) => codes.session.facts.customId,
      refusal: ({ codes }) => codes.session.customIdRefusal,
    },
    moneySpent: moneySpentField,
    ...customFields,
  },
  adds: ({ params }) => ({ session: params.session }),
  submit: ({ codes }) => codes.session.save,
  doneWords: ({ codes }) => codes.session.saved,
});

/** The operation needs the campaign too. */
export const sessionRemovalForm = form({
  document: mutationOf('deleteCouponSession', 'couponId'),
  fields: { coupon: { kind: 'hidden' } },
  adds: ({ params }) => ({ session: params.session }),
  submit: ({ codes }) => codes.session.delete,
  doneWords: ({ codes }) => codes.session.deleted,
  done: ({ deleteCouponSession: { couponId } }) => `/campaigns/${couponId}/codes`,
});
