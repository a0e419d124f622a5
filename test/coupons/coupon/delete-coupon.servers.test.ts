import { Like } from 'typeorm';
import { expect, test } from 'vitest';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import type { Handler } from '../../../src/kernel/jobs/job-definition.ts';
import { handlers } from '../../../src/main/registries/job-handlers.ts';
import { useApp } from '../../support/app.ts';
import { eventsOf, eventTypesOf } from '../../support/events.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { makeLocation } from '../../support/make-locations.ts';

const app = useApp();
const remove = 'mutation ($id: ID!) { deleteCoupon(input: { id: $id }) { id name tags } }';

test('deleteCoupon deletes a coupon without sessions', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { tags: ['a'] });
  expect((await client.graphql(remove, { id })).data.deleteCoupon).toEqual({ id, name: 'Bread', tags: ['a'] });
  expect((await client.rest('/v3/coupon/info', { campaign: id })).codes).toEqual([502]);
  expect((await client.rest('/v3/coupon/list')).body.coupon_info).toEqual([]);
  expect((await client.graphql(remove, { id })).codes).toEqual(['COUPON_NOT_FOUND']);
});

test('a coupon with sessions has to be voided before it can be deleted', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  expect((await client.graphql(remove, { id: coupon.id })).codes).toEqual(['COUPON_HAS_SESSIONS']);
  expect((await client.rest('/v3/couponsession/data', { couponsession: session })).status).toBe(200);
  await client.graphql('mutation ($id: ID!) { voidCoupon(input: { id: $id }) { id } }', { id: coupon.id });
  expect((await client.graphql(remove, { id: coupon.id })).codes).toEqual([]);
});

test('sessions of a deleted coupon disappear for every caller at once', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { voided: true });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  await client.graphql(remove, { id: coupon.id });
  const campaign = coupon.id;
  const answers = await Promise.all([
    client.rest('/v3/couponsession/data', { couponsession: session }),
    client.rest('/v3/couponsession/update', { couponsession: session, operation: 'unvoid' }),
    client.rest('/v3/couponsession/update', { couponsession: session, customfield1: 'x' }),
    client.rest('/v3/campaign/data', { campaign }),
    client.rest('/v3/singleuse/create', { campaign }),
    client.rest('/v3/singleuse/remove', { campaign, couponsession: session }),
    client.rest('/v3/coupon/status', { campaign, status: 'example' }),
  ]);
  expect(answers.map(({ codes }) => codes)).toEqual([[513], [512], [512], [502], [502], [502], [502]]);
  const read = await client.graphql('query ($s: ID!) { couponSession(session: $s) { session } }', { s: session });
  const claim = await client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { session } }', {
    s: session,
  });
  expect([read.codes, claim.codes]).toEqual([['SESSION_NOT_FOUND'], ['SESSION_NOT_FOUND']]);
});

test('a job removes everything that belongs to the coupon, and nothing else', async () => {
  const client = await app.client();
  const locations = [(await makeLocation(app.database, client.owner)).id];
  const coupon = await makeCoupon(app.database, client.owner, { voided: true, tags: ['a'], locations });
  const kept = await makeCoupon(app.database, client.owner, { tags: ['a'], locations });
  await makeSessions(
    app.database,
    coupon,
    Array.from({ length: 600 }, () => ({})),
  );
  await makeSessions(
    app.database,
    coupon,
    Array.from({ length: 600 }, () => ({})),
  );
  for (const owned of [coupon, kept]) {
    await makeSession(app.database, client.owner, { coupon: owned, email: 'a@example.com', autoValCode: 'DIGITS_6' });
  }
  const [before, untouched] = [await rowsOf(coupon.id), await rowsOf(kept.id)];
  expect(before).toEqual([1, 1, 1, 1201, 1, 1, 1]);

  await client.graphql(remove, { id: coupon.id });
  expect(await rowsOf(coupon.id)).toEqual(before);
  await purge(coupon.id);

  expect(await rowsOf(coupon.id)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(await rowsOf(kept.id)).toEqual(untouched);
  await purge(coupon.id);
  expect(await eventTypesOf(app.database, { campaignId: coupon.id })).toEqual([
    'coupon_session_created',
    'coupon_removed',
  ]);
});

test('a deletion records one event, and a refused deletion records none', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  await client.graphql(remove, { id: couponId });
  await client.rest('/v3/singleuse/remove', { campaign: couponId, couponsession: session });
  await client.graphql(remove, { id: couponId });
  expect(await eventTypesOf(app.database, { campaignId: couponId })).toEqual([
    'coupon_session_created',
    'coupon_session_removed',
    'coupon_removed',
  ]);
  const [, , event] = await eventsOf(app.database, { campaignId: couponId });
  expect(event).toMatchObject({
    kind: 'COUPON_EDIT',
    keyId: client.owner.keyId,
    data: { id: couponId, name: 'Bread' },
  });
});

/** Runs the job of the coupon as a worker does, without claiming the jobs of other tests. */
async function purge(id: string): Promise<void> {
  const job = await requireRow(app.database, jobs, { input: Like(`%${id}%`) });
  while (!(await (handlers[job.kind] as Handler)(app.database, job)));
}

/** The number of rows that belong to the coupon, by table. */
function rowsOf(id: string): Promise<number[]> {
  const belongings = [
    ['coupons', 'id'],
    ...[
      'coupon_tags',
      'coupon_locations',
      'coupon_sessions',
      'session_identities',
      'validation_codes',
      'validation_code_spaces',
    ].map((table) => [table, 'coupon_id']),
  ];
  return Promise.all(
    belongings.map(async ([table, column]) => {
      const [row] = await app.database.rows<{ amount: number }>(
        `SELECT COUNT(*) AS amount FROM ${table} WHERE ${column} = ?`,
        [id],
      );
      return Number(row?.amount);
    }),
  );
}
