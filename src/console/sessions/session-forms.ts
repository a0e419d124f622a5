import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { customFields } from './custom-fields.ts';

export const moneySpentField: Field = {
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
    customId: { kind: 'text', label: ({ codes }) => codes.session.facts.customId, at: 'data.customId', most: 50 },
    moneySpent: moneySpentField,
    ...customFields,
  },
  adds: ({ params }) => ({ session: params.session }),
  submit: ({ codes }) => codes.session.save,
  doneWords: ({ codes }) => codes.session.saved,
});

/** The operation also requires the campaign. */
export const sessionRemovalForm = form({
  document: mutationOf('deleteCouponSession', 'couponId'),
  fields: { coupon: { kind: 'hidden' } },
  adds: ({ params }) => ({ session: params.session }),
  submit: ({ codes }) => codes.session.delete,
  done: ({ deleteCouponSession: { couponId } }) => `/campaigns/${couponId}/codes`,
});
