import { mutationOf } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import type { LabelledField } from '../frame/screen-field.ts';
import { customFields } from './custom-fields.ts';

export const moneySpentField: LabelledField = {
  kind: 'decimal',
  label: ({ codes }) => codes.session.facts.moneySpent,
  hint: ({ codes }) => codes.session.moneySpentHint,
  at: 'data.moneySpent',
  maxLength: 16,
};

export const sessionForm = form({
  document: mutationOf('updateCouponSession'),
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
  submit: ({ codes }) => codes.session.save,
  notice: ({ codes }) => codes.session.saved,
});

/** The operation needs the campaign too. */
export const sessionRemovalForm = form({
  document: mutationOf('deleteCouponSession', 'couponId'),
  fields: { coupon: { kind: 'hidden' } },
  adds: ({ params }) => ({ session: params.session }),
  submit: ({ codes }) => codes.session.delete,
  notice: ({ codes }) => codes.session.deleted,
  done: ({ deleteCouponSession: { couponId } }) => `/campaigns/${couponId}/codes`,
});
