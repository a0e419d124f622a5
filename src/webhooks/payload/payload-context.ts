import { rootsOf } from '../../accounts/account/account-root.ts';
import { type Coupon, coupons } from '../../coupons/coupon/coupon.ts';
import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Connection } from '../../kernel/database/database.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { type CouponSession, fromSessions, sessionSelectList } from '../../sessions/session/session.ts';
import { messageEventTypes } from '../../vocabulary/event-catalog.ts';

export type PayloadCoupon = Pick<Coupon, (typeof shownProperties)[number]> & { tags: string[] };

const shownProperties = [
  'code',
  'name',
  'title',
  'subtitle',
  'status',
  'value',
  'timezone',
] as const satisfies (keyof Coupon)[];

export interface PayloadContext {
  isOfSubaccount: boolean;
  /** Null if the event does not concern a session, or if the coupon was removed. */
  coupon: PayloadCoupon | null;
  session: CouponSession | null;
}

export type RenderPayload = (event: Event, facts: PayloadContext) => object;

export async function payloadOf(connection: Connection, render: RenderPayload, event: Event): Promise<object> {
  const contextsOf = await payloadContextOf(connection, [event]);
  return render(event, contextsOf(event));
}

/** Reads the facts of all events with a few statements. */
export async function payloadContextOf(
  connection: Connection,
  happened: readonly Event[],
): Promise<(event: Event) => PayloadContext> {
  const ofSessions = happened.filter(({ kind }) => kind === 'COUPON');
  const ofMessages = ofSessions.filter(({ type }) => messageEventTypes.has(type));
  const [roots, coupons, sessions] = await Promise.all([
    rootsOf(connection, valuesOf(happened, 'accountId')),
    couponsOf(connection, valuesOf(ofSessions, 'campaignId')),
    sessionsOf(connection, valuesOf(ofMessages, 'session')),
  ]);
  return ({ accountId, campaignId, session }) => ({
    isOfSubaccount: roots.get(accountId) !== accountId,
    coupon: coupons.get(campaignId ?? '') ?? null,
    session: sessions.get(session ?? '') ?? null,
  });
}

function valuesOf(happened: readonly Event[], name: 'accountId' | 'campaignId' | 'session'): string[] {
  return [...new Set(happened.map((event) => event[name]).filter((value) => value !== null))];
}

const all = columnsOf(coupons, 'c');
const couponColumns = selectList(Object.fromEntries(shownProperties.map((name) => [name, all[name] ?? ''])));

async function couponsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, PayloadCoupon>> {
  const found = new Map<string, PayloadCoupon>();
  if (ids.length === 0) return found;
  const rows = await connection.rows<Omit<PayloadCoupon, 'tags'> & { id: string; tag: string | null }>(
    `SELECT c.id AS id, ${couponColumns}, t.tag AS tag FROM coupons c LEFT JOIN coupon_tags t ON t.coupon_id = c.id
       WHERE c.id IN (:ids) ORDER BY t.tag`,
    { ids },
  );
  for (const { id, tag, ...coupon } of rows) {
    const entry = found.get(id) ?? { ...coupon, tags: [] };
    if (tag !== null) entry.tags.push(tag);
    found.set(id, entry);
  }
  return found;
}

async function sessionsOf(connection: Connection, codes: readonly string[]): Promise<Map<string, CouponSession>> {
  if (codes.length === 0) return new Map();
  const rows = await connection.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessions} WHERE s.session IN (:codes)`,
    { codes },
  );
  return new Map(rows.map((row) => [row.session, row]));
}
