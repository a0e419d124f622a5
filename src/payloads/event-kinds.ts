import { type Event, type EventKind, nounIn } from '../kernel/event-log/event.ts';
import { couponOfEvent } from '../representations/coupon-info.ts';
import { directoryOfEvent } from '../representations/directory-info.ts';
import { landingOfEvent } from '../representations/landing-info.ts';
import { loyaltyOfEvent } from '../representations/loyalty-info.ts';
import { messageOfEvent } from '../representations/message-info.ts';
import { pushEventTypes, pushOfEvent } from '../representations/push-info.ts';
import { sessionOfEvent } from '../representations/session-item.ts';
import { accountOfEvent } from '../representations/subaccount.ts';
import { date, flag } from '../representations/wire-values.ts';
import { customFields } from '../sessions/session/session.fields.ts';
import type { CouponSession } from '../sessions/session/session.ts';
import { messageEventTypes } from '../vocabulary/event-catalog.ts';
import { fieldNames } from '../vocabulary/fields.ts';
import { couponPath, sessionPath } from '../vocabulary/links.ts';
import type { PayloadContext, PayloadCoupon, RenderPayload } from '../webhooks/payload/payload-context.ts';
import {
  couponEditFields,
  directoryFields,
  type FieldsOf,
  landingFields,
  subaccountFields,
  walletLoyaltyFields,
  webLoyaltyFields,
} from './payload-fields.ts';

type RepresentEvent = (event: Event, publicUrl: string) => object;

interface EventShape {
  /** Returns the noun after the change. Webhooks call it `record`, and GraphQL calls it `data`. */
  record: RepresentEvent;
  /** Fields that only this kind of event has in webhooks. */
  fields: FieldsOf;
}

const eventShapes: { [Kind in EventKind]: EventShape } = {
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

/** Also renders messages: their events have the kind of the campaign. */
function orMessage(render: RepresentEvent): RepresentEvent {
  return (event, publicUrl) => (messageEventTypes.has(event.type) ? messageOfEvent(event) : render(event, publicUrl));
}

export function recording(publicUrl: string): (event: Event) => object {
  return (event) => eventShapes[event.kind].record(event, publicUrl);
}

export function webhookPayloads(recordOf: (event: Event) => object, publicUrl: string): RenderPayload {
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

const customs = fieldNames(customFields);

/** The types that count as redemptions. Existing receivers treat every payload with a customer as a redemption. */
const redemptions = new Set(['coupon_claimed', 'coupon_validated']);

function couponFields(event: Event, facts: PayloadContext, publicUrl: string): object {
  const session = sessionOf(event, facts);
  const code = session?.couponCode ?? facts.coupon?.code ?? '';
  return {
    livemode: flag(facts.coupon?.status === 'ACTIVE'),
    coupon_code: event.session ?? '',
    session: event.session ?? '',
    campaign: event.campaignId ?? '',
    coupon_url: publicUrl + (event.session ? sessionPath(code, event.session) : couponPath(code)),
    coupon: couponOf(code, facts.coupon, session),
    status: statusOf(session),
    ...(session && redemptions.has(event.type) && { customer: customerOf(session) }),
  };
}

function sessionOf(event: Event, facts: PayloadContext): CouponSession | null {
  return messageEventTypes.has(event.type) ? facts.session : nounIn(event);
}

function couponOf(code: string, coupon: PayloadCoupon | null, session: CouponSession | null): object {
  return {
    coupon_code: code,
    friendly_name: coupon?.name ?? '',
    title: coupon?.title ?? '',
    subtitle: coupon?.subtitle ?? '',
    tags: coupon?.tags.join() ?? '',
    coupon_value: coupon?.value ?? '',
    custom_validation_code: session?.customValidationCode ?? '',
    customid: session?.customId ?? '',
    timezone: coupon?.timezone ?? '',
  };
}

function statusOf(session: CouponSession | null): object {
  return {
    social_login: '0',
    scratched: '0',
    scratched_date: '',
    claimed: flag(session?.claimedAt),
    claimed_date: date(session?.claimedAt ?? null),
    claimed_type: session?.claimType?.toLowerCase() ?? '',
    validated: flag(session?.validatedAt),
    validated_date: date(session?.validatedAt ?? null),
    redeem_location_ID: session?.locationId ?? '',
  };
}

function customerOf(session: CouponSession): object {
  return {
    gender: '',
    first_name: session.firstName ?? '',
    last_name: session.lastName ?? '',
    email: session.email ?? '',
    phone: session.phone ?? '',
    address: '',
    zip: '',
    city: '',
    birthday: '',
    ...Object.fromEntries(customs.map((name, index) => [`custom_field_${index + 1}`, session[name] ?? ''])),
    question_1: '',
  };
}
