import { expect, test } from 'vitest';
import type { Coupon } from '../../../src/coupons/coupon/coupon.ts';
import type { Searched } from '../../../src/kernel/database/paging.ts';
import { pageByState } from '../../../src/sessions/search/session-list.ts';
import type { CouponSession } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';

const app = useApp();

const query = `query ($coupon: ID!, $filter: CouponSessionFilter, $page: Int) {
  couponSessions(coupon: $coupon, filter: $filter, page: $page) {
    nodes { session }
    pageInfo { hasNextPage endCursor }
  }
}`;

async function sessionsIn(client: Client, coupon: Coupon, filter: object): Promise<string[]> {
  const { data, errors } = await client.graphql(query, { coupon: coupon.id, filter });
  expect(errors).toEqual([]);
  return data.couponSessions.nodes.map(({ session }: { session: string }) => session);
}

test('sessions are listed by their state, newest first', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(5).fill({}));
  const [fresh, claimed, locked, voided, expired] = made.map(({ session }) => session) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const set = (session: string, assignment: string) =>
    app.database.transaction((transaction) =>
      transaction.change(`UPDATE coupon_sessions SET ${assignment} WHERE session = ?`, [session]),
    );
  await set(claimed, `claimed_at = '2026-01-02 00:00:00.000'`);
  await set(locked, `locked_at = '2026-01-02 00:00:00.000', claimed_at = '2026-01-02 00:00:00.000'`);
  await set(voided, `voided_at = '2026-01-02 00:00:00.000'`);
  await set(expired, `own_expires_at = '2026-01-02 00:00:00.000'`);

  expect(await sessionsIn(client, coupon, { state: 'UNCLAIMED' })).toEqual([expired, voided, fresh]);
  expect(await sessionsIn(client, coupon, { state: 'LOCKED' })).toEqual([locked]);
  expect(await sessionsIn(client, coupon, { state: 'VOIDED' })).toEqual([voided]);
  expect(await sessionsIn(client, coupon, { state: 'EXPIRED' })).toEqual([expired]);
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE coupons SET expires_at = '2026-01-02 00:00:00.000' WHERE id = ?`, [coupon.id]),
  );
  expect(await sessionsIn(client, coupon, { state: 'EXPIRED' })).toHaveLength(5);
  expect(await sessionsIn(client, coupon, { state: 'EXPIRED', to: '2020-01-01T00:00:00Z' })).toEqual([]);
});

test.each([false, true])(
  'a page reads a limited number of sessions and continues after them (backward: %s)',
  async (backward) => {
    const { owner } = await app.client();
    const coupon = await makeCoupon(app.database, owner);
    const made = await makeSessions(app.database, coupon, Array(25).fill({}));
    const rare = made.filter((_, index) => [3, 4, 20].includes(index)).map(({ session }) => session);
    await app.database.transaction(async (transaction) => {
      for (const session of rare)
        await transaction.change('UPDATE coupon_sessions SET voided_at = created_at WHERE session = ?', [session]);
    });
    const which = { accountId: coupon.accountId, couponId: coupon.id, from: null, to: null, state: 'VOIDED' } as const;
    const pages: string[][] = [];
    for (let from: [string, string] | null = null; pages.length < 9; ) {
      const part = { size: 1, backward, from };
      const { found, stoppedAt }: Searched<CouponSession> = await pageByState(app.database, which, part, 10);
      pages.push(found.slice(0, 1).map(({ session }) => session));
      const end: [string, string | number] | null = found.length > 1 ? ['', found[0]?.sequence ?? 0] : stoppedAt;
      if (!end) break;
      from = [end[0], String(end[1])];
    }

    expect(pages).toEqual(backward ? [[rare[0]], [rare[1]], [rare[2]], []] : [[rare[2]], [], [rare[1]], [rare[0]]]);
  },
);

test('the cursor of a short page is one of the list', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { data } = await client.graphql(
    'mutation ($c: ID!) { createSingleUseUrls(input: { coupon: $c, amount: 10003 }) { sessions { session } } }',
    { c: coupon.id },
  );
  const oldest: string = data.createSingleUseUrls.sessions[0].session;
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupon_sessions SET voided_at = created_at WHERE session = ?', [oldest]),
  );
  const list = async (after: string | null) =>
    (
      await client.graphql(
        `query ($c: ID!, $after: String) { couponSessions(coupon: $c, after: $after, first: 5, filter: { state: VOIDED }) {
          nodes { session } pageInfo { hasNextPage endCursor } } }`,
        { c: coupon.id, after },
      )
    ).data.couponSessions;

  const first = await list(null);
  expect(first).toMatchObject({ nodes: [], pageInfo: { hasNextPage: true, endCursor: expect.any(String) } });
  expect(await list(first.pageInfo.endCursor)).toMatchObject({
    nodes: [{ session: oldest }],
    pageInfo: { hasNextPage: false },
  });
});

test('a state cannot be combined with other orders or page numbers, and foreign coupons stay unknown', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const filter = { state: 'VOIDED' };
  const codesOf = async (caller: Client, variables: object) =>
    (await caller.graphql(query, { coupon: coupon.id, ...variables })).errors.map(({ extensions }) => extensions.code);

  expect(await codesOf(client, { filter: { ...filter, claimed: true } })).toEqual(['INVALID_INPUT']);
  expect(await codesOf(client, { filter, page: 2 })).toEqual(['INVALID_INPUT']);
  expect(await codesOf(await app.client(), { filter })).toEqual(['COUPON_NOT_FOUND']);
});
