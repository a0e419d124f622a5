import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { start, stored, work } from './creation-job.ts';

const app = useAppWithDatabaseOfItsOwn();

test('the job creates exactly the requested amount, with contiguous ids and distinct codes', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const job = await start(client, id, {
    amount: 25_000,
    automatedCodes: true,
    codePattern: 'SUMMER-####-####',
    withoutLookAlikes: true,
  });
  expect(job).toMatchObject({ status: 'QUEUED', requested: 25_000, created: 0 });
  const done = await work(app.database, client, job.id);
  expect(done).toMatchObject({ status: 'DONE', created: 25_000 });
  const [first, last] = [Number(done.firstSequence), Number(done.lastSequence)];
  expect(last - first).toBe(24_999);
  expect(await stored(app.database, id)).toEqual({ amount: 25_000, first, last, codes: 25_000 });
});

test('a session that a job activates long after its id was reserved starts when it is stored', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await app.database.dataSource.query('UPDATE coupons SET expiry_days = 7 WHERE id = ?', [id]);
  const job = await start(client, id, { amount: 1, status: 'ACTIVATED' });
  const reserved = '2026-01-01 08:00:00.000';
  await app.database.transaction(async ({ rows, change }) => {
    const [{ input } = { input: '{}' }] = await rows<{ input: string }>('SELECT input FROM jobs WHERE id = ?', [
      job.id,
    ]);
    await change('UPDATE jobs SET input = ? WHERE id = ?', [
      JSON.stringify({ ...JSON.parse(input), createdAt: reserved }),
      job.id,
    ]);
  });

  await work(app.database, client, job.id);

  const [session] = await app.database.rows<Record<string, string>>(
    'SELECT created_at AS createdAt, started_at AS startedAt, own_expires_at AS expiresAt FROM coupon_sessions WHERE coupon_id = ?',
    [id],
  );
  expect(session?.createdAt).toMatch(/^2026-01-01 08:00:00/);
  expect(Date.parse(`${session?.startedAt}Z`)).toBeGreaterThan(Date.now() - 300_000);
  expect(Date.parse(`${session?.expiresAt}Z`)).toBeGreaterThan(Date.now());
});

test('a cancelled job creates no more sessions', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const job = await start(client, id, { amount: 30_000 });
  await client.graphql('mutation ($id: ID!) { cancelJob(input: { id: $id }) { status } }', { id: job.id });
  expect(await work(app.database, client, job.id)).toMatchObject({ status: 'CANCELLED', created: 0 });
  expect((await stored(app.database, id)).amount).toBe(0);
});

test('the mutation refuses a code space that is too small before it writes anything', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const refused = await start(client, id, {
    amount: 101,
    automatedCodes: true,
    codePattern: 'A-###',
    codeType: 'NUMERIC',
  });
  expect(refused).toEqual(['VALIDATION_CODES_EXHAUSTED']);
});
