import { expect, test } from 'vitest';
import type { Event, EventKind } from '../../src/kernel/event-log/event.ts';
import { webhookPayloads } from '../../src/payloads/event-kinds.ts';
import { eventCatalog, eventKinds } from '../../src/vocabulary/event-catalog.ts';

const user = { id: 'usr_0123456789abcdef', cardCode: 'q8w3e5r1' };
const member = { id: 'reg_0123456789abcdef', email: 'ada@example.com', createdAt: '2026-11-21 08:30:00.000' };
const session = { session: '0a1b2c3d4e5f6g7h8i9j0', couponCode: 'q8w3e5r1' };

/** What the events of a kind hold here, the fields of all their payloads, and those that only some types have. */
const kinds: Record<EventKind, { held: object; fields: string; only?: Record<string, string[]> }> = {
  COUPON: {
    held: session,
    fields: 'livemode coupon_code session campaign coupon_url coupon status',
    only: { customer: ['coupon_claimed', 'coupon_validated'] },
  },
  COUPON_EDIT: { held: { id: 'cam_0123456789ab' }, fields: 'coupon subaccount campaign' },
  SUBACCOUNT: { held: { id: 'acc_0123456789abcdef', name: 'North' }, fields: 'subaccount data' },
  WEB_LOYALTY: { held: user, fields: 'subaccount loyaltycard statcode' },
  WALLET_LOYALTY: { held: user, fields: 'loyalty_id user' },
  LANDING_PAGE: {
    held: { ...session, tags: { utm: {}, custom: {} }, labelled: {} },
    fields: 'landing_id target_coupon target_statcode target_url utm_tags',
    only: { data: ['lp_submission'] },
  },
  DIRECTORY_PAGE: { held: member, fields: 'directory', only: { data: ['directory_registration'] } },
};

test.for(eventKinds.flatMap((kind) => eventCatalog[kind].types.map((type) => ({ kind, type }))))(
  'the payload of $kind $type has the fields of its kind',
  ({ kind, type }) => {
    const { held, fields, only = {} } = kinds[kind];
    const event: Event = {
      ...{ number: 1, position: 1, id: 'evt_0123456789abcdefghij', accountId: 'acc_0123456789abcdef', keyId: null },
      ...{ kind, type, createdAt: '2026-11-21 08:30:00.000', campaignId: 'cam_0123456789ab' },
      ...{ session: kind === 'COUPON' ? session.session : null, data: JSON.stringify(held) },
    };
    const render = webhookPayloads(() => ({ held: true }), 'https://example.com');

    const payload = render(event, { isOfSubaccount: false, coupon: null, session: session as never });

    const own = Object.keys(only).filter((field) => only[field]?.includes(type));
    const common = ['id', 'datetime', 'type', 'kind', 'account', 'record'];
    expect(Object.keys(payload).toSorted()).toEqual([...common, ...fields.split(' '), ...own].toSorted());
    expect(payload).toMatchObject({ type, kind, datetime: '2026-11-21 08:30:00', record: { held: true } });
  },
);
