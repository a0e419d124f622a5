import type { RecordOf, RepresentEvent } from '../api/event-record.ts';
import type { EventKind } from '../kernel/event-log/event.ts';
import { couponOfEvent } from '../representations/coupon-info.ts';
import { directoryOfEvent } from '../representations/directory-info.ts';
import { landingOfEvent } from '../representations/landing-info.ts';
import { loyaltyOfEvent } from '../representations/loyalty-info.ts';
import { messageOfEvent } from '../representations/message-info.ts';
import { pushEventTypes, pushOfEvent } from '../representations/push-info.ts';
import { sessionOfEvent } from '../representations/session-item.ts';
import { accountOfEvent } from '../representations/subaccount.ts';
import { date } from '../representations/wire-values.ts';
import { messageEventTypes } from '../vocabulary/event-catalog.ts';
import type { RenderPayload } from '../webhooks/payload/payload-facts.ts';
import { couponFields } from './coupon-payload.ts';
import {
  couponEditFields,
  directoryFields,
  type FieldsOf,
  landingFields,
  subaccountFields,
  walletLoyaltyFields,
  webLoyaltyFields,
} from './payload-fields.ts';

interface EventShape {
  /** The noun after the change: `record` in webhooks, `data` in GraphQL. */
  record: RepresentEvent;
  /** Fields that only this kind has in webhooks. */
  fields: FieldsOf;
}

export const eventShapes: { [Kind in EventKind]: EventShape } = {
  COUPON: { record: orMessage(sessionOfEvent), fields: couponFields },
  COUPON_EDIT: { record: orPush(couponOfEvent), fields: couponEditFields },
  DIRECTORY_PAGE: { record: orMessage(directoryOfEvent), fields: directoryFields },
  LANDING_PAGE: { record: landingOfEvent, fields: landingFields },
  SUBACCOUNT: { record: accountOfEvent, fields: subaccountFields },
  WEB_LOYALTY: { record: orMessage(loyaltyOfEvent), fields: webLoyaltyFields },
  WALLET_LOYALTY: { record: orPush(orMessage(loyaltyOfEvent)), fields: walletLoyaltyFields },
};

function orPush(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (pushEventTypes.has(event.type) ? pushOfEvent(event) : render(event, publicUrl));
}

/** Messages have the kind of their campaign. */
function orMessage(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (messageEventTypes.has(event.type) ? messageOfEvent(event) : render(event, publicUrl));
}

export function webhookPayloads(recordOf: RecordOf, publicUrl: string): RenderPayload {
  return (event, facts) => ({
    id: event.id,
    datetime: date(event.createdAt),
    type: event.type,
    ...eventShapes[event.kind].fields(event, facts, publicUrl),
    kind: event.kind,
    account: event.accountId,
    record: recordOf(event),
  });
}
