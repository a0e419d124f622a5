import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ApnsServer } from '../../support/apns-server.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { appSecret, makeCoupon } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { Program } from '../../support/processes.ts';

const app = useAppWithDatabaseOfItsOwn();
const script = fileURLToPath(new URL('worker-with-apns.ts', import.meta.url));

test('when the worker is killed five times in a push to 10,000 devices, every device is told and counted', async () => {
  const server = await ApnsServer.startForTest();
  const client = await app.client();
  await connectApple(app.database, client.owner, { perSecond: 10_000 });
  const { id } = await makeCoupon(app.database, client.owner);
  const tokens = await makeSavedPasses(app.database, client.owner, id, { amount: 5000, devices: 2 });
  const { body } = await client.rest('/v3/coupon/pushnotification/list', { campaign: id, message: 'Fresh rye' });
  expect(body.total_recipients).toBe(5000);
  const reached = () => new Set(server.tokens).size;

  for (const enough of [500, 1500, 3000, 5000, 7000]) {
    const worker = await startWorker(server);
    await expect.poll(reached).toBeGreaterThan(enough);
    await worker.stop('SIGKILL');
    await endLeases();
  }
  await startWorker(server);
  const push = async () => {
    const [row] = await app.database.rows(
      `SELECT p.notified AS notified, p.failed AS failed, j.status AS status FROM wallet_pushes p JOIN jobs j ON j.id = p.job_id
       WHERE p.campaign_id = ?`,
      [id],
    );
    return row;
  };
  await expect.poll(push).toEqual({ notified: 10_000, failed: 0, status: 'DONE' });
  expect(new Set(server.tokens)).toEqual(new Set(tokens));
});

async function startWorker({ port }: ApnsServer): Promise<Program> {
  const env = { DATABASE_URL: app.databaseUrl, APP_SECRET: appSecret, APNS_PORT: String(port) };
  const worker = new Program(script, [], env);
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
