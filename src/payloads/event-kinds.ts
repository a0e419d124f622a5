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

/** How events of a kind look on the wire. */
interface EventShape {
  /** The noun after the change: the `record` of webhooks and `data` in GraphQL. */
  record: RepresentEvent;
  /** The fields of a webhook's payload that only this kind has. */
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

/** Returns a renderer that also handles the events of push messages. */
function orPush(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (pushEventTypes.has(event.type) ? pushOfEvent(event) : render(event, publicUrl));
}

/** Returns a renderer that also handles the events of messages, which have the kind of their campaign. */
function orMessage(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (messageEventTypes.has(event.type) ? messageOfEvent(event) : render(event, publicUrl));
}

/** Returns the renderer of the payloads of webhooks (legacy wire, section 4). */
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
