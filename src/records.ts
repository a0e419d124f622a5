import { accountOfEvent } from './accounts/account-info.ts';
import { couponOfEvent } from './coupons/coupon-info.ts';
import type { RecordsOfEvents } from './events/payload.ts';
import { sessionOfEvent } from './sessions/session-item.ts';

/** Who renders the records of events of each kind. */
export const records: RecordsOfEvents = {
  COUPON: sessionOfEvent,
  COUPON_EDIT: couponOfEvent,
  SUBACCOUNT: accountOfEvent,
};
