import { expect, test } from 'vitest';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { creationRange } from '../../../src/sessions/index/creation-order.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';

const app = useApp();
const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

/** Times with many sessions, gaps between them, and none. */
const hours = Array.from({ length: 700 }, (_, index) => Math.floor((index * index) / 900));

test('the range of a period holds exactly its sessions, if times are more than a minute apart', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const made = await makeSessions(
    app.database,
    coupon,
    hours.map((at) => ({ createdAt: toInstant(new Date(start + at * hour)) })),
  );
  const half = (at: number) => toInstant(new Date(start + (at - 0.5) * hour));
  for (const [from, to] of [
    [0, 600],
    [0, 1],
    [1, 2],
    [100, 101],
    [543, 544],
    [300, 300],
    [-5, 0],
    [544, 900],
    [200, 100],
  ] as const) {
    const expected = made.filter((_, index) => (hours[index] ?? 0) >= from && (hours[index] ?? 0) < to);
    const { first, last } = await creationRange(app.database, coupon.id, { from: half(from), to: half(to) }, 0);
    const found = made.filter(({ sequence }) => sequence >= first && sequence <= last);
    expect(found).toEqual(expected);
  }
});

test('a period without a beginning or an end is open', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const made = await makeSessions(app.database, coupon, [{}, {}, {}]);
  const range = { first: made[0]?.sequence, last: made[2]?.sequence };
  expect(await creationRange(app.database, coupon.id, { from: null, to: null }, 0)).toEqual(range);
  expect(await creationRange(app.database, coupon.id, { from: '1000-01-01 00:00:00.000', to: null }, 0)).toEqual(range);
  expect(await creationRange(app.database, coupon.id, { from: null, to: '9999-12-31 23:59:59.999' }, 0)).toEqual(range);
});

test('a coupon without sessions has an empty range', async () => {
  const { owner } = await app.client();
  const { id } = await makeCoupon(app.database, owner);
  const { first, last } = await creationRange(app.database, id, { from: '2026-01-01 00:00:00.000', to: null }, 0);
  expect(last).toBeLessThan(first);
});

test('a range holds all sessions that were moved in, whose creation times may have another order', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const at = (hours: number) => ({ createdAt: toInstant(new Date(start + hours * hour)) });
  const made = await makeSessions(app.database, coupon, [0, 2, 2, 2, 1, 3, 4, 5].map(at));
  const ids = made.map(({ sequence }) => sequence);
  const rangeOf = (from: number | null, to: number | null, unordered: number) =>
    creationRange(
      app.database,
      coupon.id,
      { from: from === null ? null : at(from).createdAt, to: to === null ? null : at(to).createdAt },
      unordered,
    );

  expect(await rangeOf(null, 1.5, ids[4] ?? 0)).toEqual({ first: ids[0], last: ids[4] });
  expect(await rangeOf(3.5, 4.5, ids[4] ?? 0)).toEqual({ first: ids[0], last: ids[6] });
  expect(await rangeOf(3.5, 4.5, (ids[0] ?? 0) - 1)).toEqual({ first: ids[6], last: ids[6] });
  expect(await rangeOf(0.5, 1.5, Number.MAX_SAFE_INTEGER - 1)).toEqual({ first: ids[0], last: ids[7] });
});
