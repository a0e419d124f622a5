import { expect, test, vi } from 'vitest';
import { createApiKey } from '../../src/accounts/api-key/api-key-operations.ts';
import { dateTime } from '../../src/api/inputs.ts';
import { coupons } from '../../src/coupons/coupon/coupon-operations.ts';
import { couponSessions } from '../../src/sessions/search/session-search-operations.ts';
import { claimCouponSession } from '../../src/sessions/transition/transition-operations.ts';
import { useApp } from '../support/app.ts';
import { directCall } from '../support/direct-call.ts';
import { makeCoupon, makeSession } from '../support/make.ts';

const app = useApp();

test('a mutation is a function that returns the noun, which the other doors then show', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const claimed = await claimCouponSession(await directCall(app, client.owner), { session });
  expect(claimed).toMatchObject({ session, claimType: 'API', claimedAt: expect.any(String) });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(body.data.status.claimed).toBe('1');
});

test('a list is a function that returns a page', async () => {
  const client = await app.client();
  for (const name of ['First', 'Second']) await makeCoupon(app.database, client.owner, { name });
  const context = await directCall(app, client.owner);
  const { edges, pageInfo } = await coupons(context, { first: 1 });
  expect([edges.map(({ node }) => node.name), pageInfo.hasNextPage]).toEqual([['Second'], true]);
  const next = await coupons(context, { first: 1, after: pageInfo.endCursor });
  expect([next.edges.map(({ node }) => node.name), next.pageInfo.hasNextPage]).toEqual([['First'], false]);
});

test('the scope is checked before the input, and the input before what exists', async () => {
  const reader = await app.client({ scopes: ['READ'] });
  const redeemer = await app.client({ scopes: ['REDEEM'] });
  const invalid = { session: 'not a code' };
  const unknown = { session: '0'.repeat(21) };
  const refused = (code: string) => expect.objectContaining({ code });
  await expect(claimCouponSession(await directCall(app, reader.owner), invalid)).rejects.toEqual(refused('FORBIDDEN'));
  const context = await directCall(app, redeemer.owner);
  await expect(claimCouponSession(context, invalid)).rejects.toEqual(refused('INVALID_INPUT'));
  await expect(claimCouponSession(context, unknown)).rejects.toEqual(refused('SESSION_NOT_FOUND'));
  await expect(claimCouponSession({ ...context, viewer: null }, invalid)).rejects.toEqual(refused('UNAUTHENTICATED'));
});

test('a call with an idempotency key is replayed for a direct call too', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const noteReplay = vi.fn();
  const context = await directCall(app, client.owner, { idempotencyKey: 'claim-1', noteReplay });
  const first = await claimCouponSession(context, { session });
  expect(noteReplay).not.toHaveBeenCalled();
  expect(await claimCouponSession(context, { session })).toEqual(first);
  expect(noteReplay).toHaveBeenCalledOnce();
});

test('a refused attempt at what needs ADMIN is audited', async () => {
  const owner = await app.client();
  const writer = await app.client({ account: owner.owner.account, scopes: ['WRITE'] });
  const call = createApiKey(await directCall(app, writer.owner), { name: 'Till', scopes: ['READ'] });
  await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const { data } = await owner.graphql('{ auditLog(first: 1) { nodes { operation problem } } }');
  expect(data.auditLog.nodes).toEqual([{ operation: 'createApiKey', problem: 'FORBIDDEN' }]);
});

test('REST and GraphQL parse the input of a claim once', async () => {
  const client = await app.client();
  const [byRest, byGraphQL] = await Promise.all([1, 2].map(() => makeSession(app.database, client.owner)));
  const parse = vi.spyOn(claimCouponSession.input._zod, 'run');
  try {
    await client.rest('/v3/couponsession/update', { couponsession: byRest?.session, operation: 'claim' });
    expect(parse).toHaveBeenCalledTimes(1);
    await client.graphql(`mutation { claimCouponSession(input: { session: "${byGraphQL?.session}" }) { session } }`);
    expect(parse).toHaveBeenCalledTimes(2);
  } finally {
    parse.mockRestore();
  }
});

test('times are the same in ISO 8601, with any offset, and as instants', async () => {
  const instant = '2026-11-21 08:30:00.000';
  for (const text of ['2026-11-21T08:30:00Z', '2026-11-21T09:30:00.000+01:00', instant])
    expect(dateTime.parse(text)).toBe(instant);
  for (const text of ['2026-11-21', '2026-11-21 08:30:00', '2026-02-30 08:30:00.000', 'now', ''])
    expect(dateTime.safeParse(text).success).toBe(false);

  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { createdAt } = await makeSession(app.database, client.owner, { coupon });
  const context = await directCall(app, client.owner);
  const from = `${createdAt.replace(' ', 'T')}Z`;
  const { edges } = await couponSessions(context, { coupon: coupon.id, filter: { from } });
  expect(edges).toHaveLength(1);
});
