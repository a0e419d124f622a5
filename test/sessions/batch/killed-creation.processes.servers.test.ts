import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { Program } from '../../support/processes.ts';
import { start, stored, work } from './creation-job.ts';

const app = useAppWithDatabaseOfItsOwn();
const amount = 100_000;

test('a job leaves no gap and no duplicate when its worker is killed again and again', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const job = await start(client, id, { amount, automatedCodes: true });
  for (let kill = 1; kill <= 4; kill += 1) {
    const before = await stored(app.database, id);
    const worker = new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'error' });
    await expect.poll(async () => (await stored(app.database, id)).amount).toBeGreaterThan(before.amount ?? 0);
    await worker.stop('SIGKILL');
    await endLease(job.id);
  }
  expect((await stored(app.database, id)).amount).toBeLessThan(amount);

  const done = await work(app.database, client, job.id);

  expect(done).toMatchObject({ status: 'DONE', created: amount });
  const [first, last] = [Number(done.firstSequence), Number(done.lastSequence)];
  expect(last - first).toBe(amount - 1);
  expect(await stored(app.database, id)).toEqual({ amount, first, last, codes: amount });
});

/** Makes the step of a killed worker due again, as if its lease had ended. */
async function endLease(id: string): Promise<void> {
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET due_at = created_at WHERE id = ? AND status = 'RUNNING'`, [id]),
  );
}
