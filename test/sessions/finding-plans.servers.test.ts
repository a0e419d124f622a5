import { beforeAll, expect, test } from 'vitest';
import type { Coupon } from '../../src/coupons/coupon/coupon.ts';
import type { Connection } from '../../src/kernel/database/database.ts';
import type { Page } from '../../src/kernel/database/paging.ts';
import { toInstant } from '../../src/kernel/values/instant.ts';
import { insertKeys, type Keyed } from '../../src/sessions/index/session-search-key.ts';
import { searchSessions } from '../../src/sessions/search/found-sessions.ts';
import { pageOfSessions } from '../../src/sessions/search/session-list.ts';
import { sessionsOfCode } from '../../src/sessions/search/session-of-code.ts';
import { doerOf } from '../../src/sessions/session/session-history.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeSessions } from '../support/make.ts';
import { rowsRead, scansOf } from '../support/plans.ts';

const app = useApp();
let coupon: Coupon;

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 6000;
const start = Date.UTC(2026, 0, 1);
const at = (minutes: number) => toInstant(new Date(start + minutes * 60_000));

beforeAll(async () => {
  const { owner } = await app.client();
  coupon = await makeCoupon(app.database, owner);
  const given = Array.from({ length: amount }, (_, index) => ({
    createdAt: at(index),
    ...(index % 2 === 0 && { opened: at(index), claimed: at(index), validated: at(index) }),
  }));
  for (let done = 0; done < amount; done += 500) {
    const made = await makeSessions(app.database, coupon, given.slice(done, done + 500));
    const [after, upTo] = [(made[0]?.sequence ?? 0) - 1, made.at(-1)?.sequence ?? 0];
    await app.database.transaction(async (transaction) => {
      await transaction.change(
        `UPDATE coupon_sessions SET email_key = session, custom_validation_code = UPPER(session),
           phone_key = CONCAT('+4930', 100000000 + sequence),
           custom_id = CONCAT('id-', sequence) WHERE sequence > ? AND sequence <= ?`,
        [after, upTo],
      );
      const changed = await transaction.rows<Keyed>(
        `SELECT s.account_id AS accountId, s.sequence AS sequence, s.email_key AS emailKey, s.phone_key AS phoneKey,
           s.custom_id AS customId FROM coupon_sessions s WHERE s.sequence > ? AND s.sequence <= ?`,
        [after, upTo],
      );
      await insertKeys(transaction, changed);
    });
  }
  if (app.database.dialect.name === 'mysql')
    await app.database.rows('ANALYZE TABLE coupon_sessions, coupons, session_marks, session_search_keys');
});

const page: Page = { size: 100, backward: false, from: null };
const middle: Page = { ...page, from: [at(amount / 2), '0'] };
const all = { from: null, to: null };
const day = { from: at(amount / 2), to: at(amount / 2 + 90) };

type Order = Parameters<typeof pageOfSessions>[1];

async function list(on: Connection, order: Order, period: { from: string | null; to: string | null }, from: Page) {
  const which = { accountId: coupon.accountId, couponId: coupon.id, ...period };
  const [half] = await on.rows<{ sequence: number }>(
    'SELECT MAX(s.sequence) - ? AS sequence FROM coupon_sessions s WHERE s.coupon_id = ?',
    [amount / 2, coupon.id],
  );
  const place = from.from && { from: [from.from[0], String(half?.sequence)] as [string, string] };
  return pageOfSessions(on, order, which, { ...from, ...place }, 0);
}

const lists = (['created', 'opened', 'claimed', 'validated'] as const).flatMap((order) => [
  { what: `the first page by ${order}`, read: (on: Connection) => list(on, order, all, page) },
  { what: `the last page by ${order}`, read: (on: Connection) => list(on, order, all, { ...page, backward: true }) },
  { what: `a page after a cursor by ${order}`, read: (on: Connection) => list(on, order, all, middle) },
  {
    what: `a page before a cursor by ${order}`,
    read: (on: Connection) => list(on, order, all, { ...middle, backward: true }),
  },
  { what: `a period by ${order}`, read: (on: Connection) => list(on, order, day, page) },
]);

async function search(on: Connection, fields: readonly ('code' | 'email' | 'phone')[], ofCoupon: boolean) {
  const [one] = await on.rows<{ email: string; phone: string; code: string }>(
    `SELECT s.email_key AS email, s.phone_key AS phone, s.custom_validation_code AS code FROM coupon_sessions s
     WHERE s.coupon_id = ? LIMIT 1`,
    [coupon.id],
  );
  const sought = Object.fromEntries(fields.map((field) => [field, one?.[field]]));
  return searchSessions(on, { accountId: coupon.accountId, couponId: ofCoupon ? coupon.id : null }, sought);
}

const searches = (
  [['code'], ['email'], ['phone'], ['code', 'email'], ['email', 'phone'], ['code', 'email', 'phone']] as const
).flatMap((fields) =>
  [false, true].map((ofCoupon) => ({
    what: `a search by ${fields.join(' and ')}${ofCoupon ? ' in a coupon' : ''}`,
    read: (on: Connection) => search(on, fields, ofCoupon),
  })),
);

test.each(lists)('$what reads few rows of a large table in their order', async ({ read }) => {
  const { database } = app;
  if (database.dialect.name === 'sqlite')
    expect(await scansOf(database, read, /^SCAN (s|m|c)\b|TEMP B-TREE/)).toEqual([]);
  else expect(await rowsRead(database, read)).toBeLessThan(amount / 6);
});

const codes = ['session', 'custom_validation_code', 'custom_id', 'SUBSTR(s.session, 1, 6)'].map((column) => ({
  what: `what a code means, by ${column},`,
  read: async (on: Connection) => {
    const [one] = await on.rows<{ code: string }>(
      `SELECT ${column} AS code FROM coupon_sessions s WHERE s.coupon_id = ? LIMIT 1`,
      [coupon.id],
    );
    expect(await sessionsOfCode(on, coupon.accountId, one?.code ?? '')).toHaveLength(1);
  },
}));

const who = {
  what: 'who validated a session',
  read: async (on: Connection) => {
    const [one] = await on.rows<{ session: string }>(
      'SELECT s.session AS session FROM coupon_sessions s WHERE s.coupon_id = ? LIMIT 1',
      [coupon.id],
    );
    expect(await doerOf(on, { session: one?.session ?? '', deed: 'VALIDATED' })).toBeNull();
  },
};

test.each([...searches, ...codes, who])('$what reads few rows of a large table', async ({ read }) => {
  const { database } = app;
  if (database.dialect.name === 'sqlite') expect(await scansOf(database, read, /^SCAN (s|k|c|n|e)\b/)).toEqual([]);
  else expect(await rowsRead(database, read)).toBeLessThan(amount / 6);
});

test('a search of common beginnings reads the sessions with the rarest', async () => {
  const { database } = app;
  const read = async (on: Connection) => {
    const [one] = await on.rows<{ email: string }>(
      'SELECT s.email_key AS email FROM coupon_sessions s WHERE s.coupon_id = ? LIMIT 1',
      [coupon.id],
    );
    const found = await searchSessions(
      on,
      { accountId: coupon.accountId, couponId: null },
      { email: one?.email ?? '', phone: '+4930' },
    );
    expect(found).toHaveLength(1);
  };
  if (database.dialect.name === 'sqlite') await read(database);
  else expect(await rowsRead(database, read)).toBeLessThan(amount / 2);
});
