import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { runStep } from '../../support/jobs.ts';
import { makeCoupon } from '../../support/make.ts';
import { Program } from '../../support/processes.ts';

const app = useAppWithDatabaseOfItsOwn();
const fields = 'id status requested created collisions firstSequence lastSequence';

const start = async (client: Client, coupon: string, input: object) => {
  const answer = await client.graphql(
    `mutation ($i: CreateCouponSessionsJobInput!) { job: createCouponSessionsJob(input: $i) { ${fields} } }`,
    {
      i: { coupon, ...input },
    },
  );
  return answer.data?.job ?? answer.codes;
};

const find = async (client: Client, id: string) =>
  (await client.graphql(`query ($id: ID!) { job(id: $id) { ${fields} } }`, { id })).data.job;

/** Runs steps until the job has ended. */
const work = async (client: Client, id: string) => {
  for (;;) {
    const job = await find(client, id);
    if (['DONE', 'FAILED', 'CANCELLED'].includes(job.status)) return job;
    await runStep(app.database);
  }
};

const stored = async (coupon: string) => {
  const [row] = await app.database.rows<Record<string, number>>(
    `SELECT COUNT(*) AS amount, MIN(sequence) AS first, MAX(sequence) AS last, COUNT(DISTINCT custom_validation_code) AS codes
     FROM coupon_sessions WHERE coupon_id = ?`,
    [coupon],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
};

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
  const done = await work(client, job.id);
  expect(done).toMatchObject({ status: 'DONE', created: 25_000 });
  const [first, last] = [Number(done.firstSequence), Number(done.lastSequence)];
  expect(last - first).toBe(24_999);
  expect(await stored(id)).toEqual({ amount: 25_000, first, last, codes: 25_000 });
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

  await work(client, job.id);

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
  expect(await work(client, job.id)).toMatchObject({ status: 'CANCELLED', created: 0 });
  expect((await stored(id)).amount).toBe(0);
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

test('a job leaves no gap and no duplicate when its worker is killed ten times', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const job = await start(client, id, { amount: 200_000, automatedCodes: true });
  for (let kill = 0; kill < 10; kill += 1) {
    const worker = new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'error' });
    await worker.says(/(running)/);
    await sleep(Math.random() * 300);
    await worker.stop('SIGKILL');
    await endLease(job.id);
  }
  const worker = new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'error' });
  const done = await work(client, job.id);
  await worker.stop();
  expect(done).toMatchObject({ status: 'DONE', created: 200_000 });
  const [first, last] = [Number(done.firstSequence), Number(done.lastSequence)];
  expect(await stored(id)).toEqual({ amount: 200_000, first, last, codes: 200_000 });
});

/** Makes the step of a killed worker due again, as if its lease had ended. */
async function endLease(id: string): Promise<void> {
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET due_at = created_at WHERE id = ? AND status = 'RUNNING'`, [id]),
  );
}
