import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCoupon } from '../../support/make.ts';

const app = useApp();

/** Mutation, state before it, fact, value afterwards, event type, and the problem when it is repeated. */
const changes = [
  ['lockCoupon', {}, 'lockedAt', true, 'coupon_edit_locked', 'COUPON_ALREADY_LOCKED'],
  ['unlockCoupon', { locked: true }, 'lockedAt', false, 'coupon_edit_unlocked', 'COUPON_NOT_LOCKED'],
  ['voidCoupon', {}, 'voidedAt', true, 'coupon_edit_voided', 'COUPON_ALREADY_VOIDED'],
  ['unvoidCoupon', { voided: true }, 'voidedAt', false, 'coupon_edit_unvoided', 'COUPON_NOT_VOIDED'],
] as const;

test.for(changes)('%s works once', async ([name, given, fact, holds, type, problem]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, given);
  const mutation = `mutation ($id: ID!) { ${name}(input: { id: $id }) { id lockedAt voidedAt } }`;

  const { data } = await client.graphql(mutation, { id });
  expect(data[name]).toMatchObject({ id, lockedAt: null, voidedAt: null, [fact]: holds ? expect.any(String) : null });
  expect((await client.graphql(mutation, { id })).codes).toEqual([problem]);

  const { body } = await client.rest('/v3/coupon/info', { campaign: id });
  const flags = { locked: '0', voided: '0', [fact === 'lockedAt' ? 'locked' : 'voided']: holds ? '1' : '0' };
  expect(body.coupon_info).toMatchObject(flags);
  const [event, ...others] = await eventsOf(app.database, { campaignId: id });
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'COUPON_EDIT',
    type,
    accountId: client.owner.account.id,
    keyId: client.owner.keyId,
  });
  expect(event?.data).toMatchObject({ id, [fact]: holds ? expect.any(String) : null });
});

test.for(changes)("%s does not find another account's coupon", async ([name]) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, (await app.client()).owner);
  const mutation = `mutation ($id: ID!) { ${name}(input: { id: $id }) { id } }`;
  expect((await client.graphql(mutation, { id })).codes).toEqual(['COUPON_NOT_FOUND']);
  expect(await eventTypesOf(app.database, { campaignId: id })).toEqual([]);
});

test('a coupon may be locked and voided at the same time, and each state is undone separately', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { locked: true, voided: true });
  const mutation = 'mutation ($id: ID!) { unvoidCoupon(input: { id: $id }) { lockedAt voidedAt } }';
  const { data } = await client.graphql(mutation, { id });
  expect(data.unvoidCoupon).toEqual({ lockedAt: expect.any(String), voidedAt: null });
});

test('a change of status records one event, and a refused change records none', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { status: 'ACTIVE' });
  await client.rest('/v3/coupon/status', { campaign: id, status: 'example' });
  await client.rest('/v3/coupon/status', { campaign: id, status: 'example' });
  await client.rest('/v3/coupon/status', { campaign: id, status: 'ready' });
  const [event, ...others] = await eventsOf(app.database, { campaignId: id });
  expect(others).toEqual([]);
  expect(event).toMatchObject({ kind: 'COUPON_EDIT', type: 'coupon_updated', data: { status: 'EXAMPLE' } });
});
