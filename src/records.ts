import { accountOfEvent } from './accounts/account-info.ts';
import { couponOfEvent } from './coupons/coupon-info.ts';
import { recordOfDirectoryEvent } from './directories/directory-record.ts';
import type { RecordsOfEvents } from './events/payload.ts';
import { loyaltyOfEvent } from './loyalty/loyalty-record.ts';
import { sessionOfEvent } from './sessions/session-item.ts';

/** Who renders the records of events of each kind. */
export const records: RecordsOfEvents = {
  COUPON: sessionOfEvent,
  COUPON_EDIT: couponOfEvent,
  DIRECTORY_PAGE: recordOfDirectoryEvent,
  SUBACCOUNT: accountOfEvent,
  WEB_LOYALTY: loyaltyOfEvent,
  WALLET_LOYALTY: loyaltyOfEvent,
};
