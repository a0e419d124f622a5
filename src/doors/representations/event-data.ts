import { messageEventTypes } from '../../kernel/event-log/event-catalog.ts';
import type { EventRepresentations, RepresentEvent } from '../../kernel/event-log/event-record.ts';
import { couponOfEvent } from './coupon-info.ts';
import { directoryOfEvent } from './directory-info.ts';
import { landingOfEvent } from './landing-info.ts';
import { loyaltyOfEvent } from './loyalty-info.ts';
import { messageOfEvent } from './message-info.ts';
import { pushEventTypes, pushOfEvent } from './push-info.ts';
import { sessionOfEvent } from './session-item.ts';
import { accountOfEvent } from './subaccount.ts';

/** The renderers of the representations that events of each kind carry. */
export const eventRepresentations: EventRepresentations = {
  COUPON: orMessage(sessionOfEvent),
  COUPON_EDIT: orPush(couponOfEvent),
  DIRECTORY_PAGE: orMessage(directoryOfEvent),
  LANDING_PAGE: landingOfEvent,
  SUBACCOUNT: accountOfEvent,
  WEB_LOYALTY: orMessage(loyaltyOfEvent),
  WALLET_LOYALTY: orPush(orMessage(loyaltyOfEvent)),
};

/** Returns a renderer that also handles the events of push messages. */
function orPush(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (pushEventTypes.has(event.type) ? pushOfEvent(event) : render(event, publicUrl));
}

/** Returns a renderer that also handles the events of messages, which have the kind of their campaign. */
function orMessage(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (messageEventTypes.has(event.type) ? messageOfEvent(event) : render(event, publicUrl));
}
