import { type Event, nounIn } from '../kernel/event-log/event.ts';
import { date, flag } from '../representations/wire-values.ts';
import { customFields } from '../sessions/session/session.fields.ts';
import type { CouponSession } from '../sessions/session/session.ts';
import { messageEventTypes } from '../vocabulary/event-catalog.ts';
import { fieldNames } from '../vocabulary/fields.ts';
import { couponPath, sessionPath } from '../vocabulary/links.ts';
import type { PayloadCoupon, PayloadFacts } from '../webhooks/payload/payload-facts.ts';
import type { FieldsOf } from './payload-fields.ts';

const customs = fieldNames(customFields);

/** Existing receivers treat every payload with a customer as a redemption. */
const redemptions = new Set(['coupon_claimed', 'coupon_validated']);

export const couponFields: FieldsOf = (event, facts, publicUrl) => {
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
};

function sessionOf(event: Event, facts: PayloadFacts): CouponSession | null {
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
