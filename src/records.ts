import { accountOfEvent } from './accounts/account-info.ts';
import { couponOfEvent } from './coupons/coupon-info.ts';
import { recordOfDirectoryEvent } from './directories/directory-record.ts';
import { messageOfEvent } from './distribution/message-record.ts';
import type { RecordOfEvent, RecordsOfEvents } from './kernel/event-log/event-payload.ts';
import { loyaltyOfEvent } from './loyalty/loyalty-record.ts';
import { sessionOfEvent } from './sessions/session-item.ts';

/** Who renders the records of events of each kind. */
export const records: RecordsOfEvents = {
  COUPON: orMessage(sessionOfEvent),
  COUPON_EDIT: couponOfEvent,
  DIRECTORY_PAGE: orMessage(recordOfDirectoryEvent),
  SUBACCOUNT: accountOfEvent,
  WEB_LOYALTY: orMessage(loyaltyOfEvent),
  WALLET_LOYALTY: orMessage(loyaltyOfEvent),
};

/** In the kind of a campaign there are also the events of its messages. */
function orMessage(render: RecordOfEvent): RecordOfEvent {
  return (event, publicUrl) => (event.type.startsWith('message_') ? messageOfEvent(event) : render(event, publicUrl));
}
