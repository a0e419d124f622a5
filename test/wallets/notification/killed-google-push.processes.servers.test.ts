import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startPush } from '../../../src/wallets/notification/push-job.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { appSecret, makeCoupon } from '../../support/make.ts';
import { classPath, makeGooglePasses } from '../../support/make-google.ts';
import { makeCard, makeUsers } from '../../support/make-loyalty.ts';
import { connectGoogle } from '../../support/make-passes.ts';
import { Program } from '../../support/processes.ts';

const app = useAppWithDatabaseOfItsOwn();
const script = fileURLToPath(new URL('worker-with-apns.ts', import.meta.url));

test('when the worker is killed five times in a push to 1,000 users, every object has the message and is counted', async () => {
  const server = await GoogleServer.startForTest();
  const { owner } = await app.client();
  await connectGoogle(app.database, owner, server, { perSecond: 10_000 });
  const card = await makeCard(app.database, owner, { medium: 'WALLET' });
  const users = await makeUsers(app.database, owner, card, Array(1000).fill({}));
  const paths = await makeGooglePasses(app.database, owner, server, card.id, { users });
  const id = await push(
    owner.account.id,
    card.id,
    users.map(({ number }) => number),
  );
  const reached = () => paths.filter((path) => server.kept.get(path)?.messages).length;

  for (const enough of [50, 200, 350, 500, 700]) {
    const worker = await startWorker();
    await expect.poll(reached).toBeGreaterThan(enough);
    await worker.stop('SIGKILL');
    await endLeases();
  }
  await startWorker();
  await expect.poll(() => outcomeOf(id)).toEqual({ notified: 1000, failed: 0, status: 'DONE' });
  expect(reached()).toBe(1000);
  expect(new Set(paths.flatMap((path) => server.kept.get(path)?.messages?.map((one) => one.id) ?? []))).toEqual(
    new Set([id]),
  );
});

test('when the worker is killed while Google takes a message to all, it is sent again with the same id and counts once', async () => {
  const server = await GoogleServer.startForTest();
  const { owner } = await app.client();
  await connectGoogle(app.database, owner, server);
  const { id: coupon } = await makeCoupon(app.database, owner);
  await makeGooglePasses(app.database, owner, server, coupon, { amount: 20 });
  const shared = classPath(server, coupon);
  const id = await push(owner.account.id, coupon, null);
  server.holdAnswers = true;
  const worker = await startWorker();
  await expect.poll(() => server.kept.get(shared)?.messages?.length).toBe(1);
  await worker.stop('SIGKILL');
  server.holdAnswers = false;
  await endLeases();

  await startWorker();
  await expect.poll(() => outcomeOf(id)).toEqual({ notified: 20, failed: 0, status: 'DONE' });
  expect(server.kept.get(shared)?.messages?.map((one) => one.id)).toEqual([id, id]);
});

async function push(accountId: string, campaignId: string, members: number[] | null): Promise<string> {
  const audience = { accountId, campaignId, members };
  const { id } = await app.database.transaction((transaction) => startPush(transaction, audience, 'Fresh rye'));
  return id;
}

async function outcomeOf(id: string) {
  const [row] = await app.database.rows(
    `SELECT p.notified AS notified, p.failed AS failed, j.status AS status FROM wallet_pushes p JOIN jobs j ON j.id = p.job_id
     WHERE p.id = ?`,
    [id],
  );
  return row;
}

async function startWorker(): Promise<Program> {
  const worker = new Program(script, [], { DATABASE_URL: app.databaseUrl, APP_SECRET: appSecret, APNS_PORT: '1' });
  await worker.says(/(Worker is running)/);
  return worker;
}

/** Ends the leases of a killed worker, which otherwise last a minute. */
async function endLeases(): Promise<void> {
  await app.database.transaction(async (transaction) => {
    await transaction.change(
      `UPDATE wallet_notifications SET due_at = '2026-01-01 00:00:00.000' WHERE due_at IS NOT NULL`,
    );
    await transaction.change(`UPDATE wallet_lanes SET next_due_at = '2026-01-01 00:00:00.000'`);
    await transaction.change(`UPDATE jobs SET due_at = '2026-01-01 00:00:00.000' WHERE status = 'RUNNING'`);
  });
}
