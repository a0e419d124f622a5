import { graphql } from '../../documents/typed-document.ts';
import { form } from '../frame/screen.ts';
import { customFields } from './custom-fields.ts';

/** Changes the details of the session of a screen. */
export const sessionForm = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateSession($input: UpdateCouponSessionInput!) {
      updateCouponSession(input: $input) {
        id
      }
    }
  `),
  clears: true,
  fields: {
    customId: { kind: 'text', label: ({ codes }) => codes.session.facts.customId, at: 'data.customId', most: 50 },
    moneySpent: {
      kind: 'decimal',
      label: ({ codes }) => codes.session.facts.moneySpent,
      hint: ({ codes }) => codes.session.moneySpentHint,
      at: 'data.moneySpent',
      most: 16,
    },
    ...customFields,
  },
  variables: (input: object, page) => ({ input: { ...input, session: page.params.session ?? '' } }),
  submit: ({ codes }) => codes.session.save,
  doneWords: ({ codes }) => codes.session.saved,
});

/** Deletes the session of a screen. The operation asks for the campaign, too. */
export const sessionRemovalForm = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleDeleteSession($input: DeleteCouponSessionInput!) {
      deleteCouponSession(input: $input) {
        couponId
      }
    }
  `),
  fields: { coupon: { kind: 'hidden' } },
  variables: ({ coupon }: { coupon: string }, page) => ({ input: { coupon, session: page.params.session ?? '' } }),
  submit: ({ codes }) => codes.session.delete,
  done: ({ deleteCouponSession: { couponId } }) => `/campaigns/${couponId}/codes`,
});
