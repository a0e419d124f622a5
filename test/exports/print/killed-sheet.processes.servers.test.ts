import { expect, test } from 'vitest';
import { printParts } from '../../../src/exports/print/code-sheet.ts';
import { countRows } from '../../../src/kernel/database/rows.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { runJobs } from '../../support/jobs.ts';
import { makeCoupon, makeSessions } from '../../support/make.ts';
import { Program } from '../../support/processes.ts';
import { codesOf, find, print, sorted } from './sheets.ts';

const app = useAppWithDatabaseOfItsOwn();

test('a killed worker leaves a whole file to the next one', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(400).fill({}));
  const { job } = await print(client, coupon.id, { layout: 'A3422', amount: 400 });
  const parts = () => countRows(app.database, printParts, { jobId: job.id });
  for (let kill = 1; kill <= 2; kill += 1) {
    const worker = new Program('worker.ts', [], { DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'error' });
    await expect.poll(parts).toBeGreaterThanOrEqual(kill);
    await worker.stop('SIGKILL');
    await app.database.transaction((transaction) =>
      transaction.change(`UPDATE jobs SET due_at = created_at WHERE id = ? AND status = 'RUNNING'`, [job.id]),
    );
  }
  await runJobs(app.database);

  const { fileUrl, created } = await find(client, job.id);
  expect(created).toBe(400);
  const { codes, pages } = await codesOf(fileUrl);
  expect(pages).toBe(17);
  expect(sorted(codes)).toEqual(sorted(made.map(({ session }) => session)));
});
