import { type FieldsOf, subaccountOf } from './payload-fields.ts';

/** Returns the fields of the events of a coupon. Receivers expect its id as text in `coupon`, or in `campaign`. */
export const couponEditFields: FieldsOf = (event, facts) => ({
  coupon: event.campaignId ?? '',
  subaccount: subaccountOf(event, facts),
  campaign: event.campaignId ?? '',
});
