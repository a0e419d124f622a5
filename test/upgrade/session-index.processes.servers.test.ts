import { expect, test } from 'vitest';
import { freePort } from '../../scripts/databases/kept-server.ts';
import { accounts } from '../../src/accounts/account/account.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { migrate } from '../../src/kernel/database/migration.ts';
import {
  addFormerSessions,
  formerAccount,
  formerCoupon,
  openFormer,
  openPresent,
} from '../sessions/index/former-installation.ts';
import { misfitsOf } from '../sessions/index/marks.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client } from '../support/client.ts';
import { makeAccount } from '../support/make.ts';
import { startServer } from '../support/processes.ts';

const amount = 20_000;

test('while sessions are claimed, a process that adds marks and keys is killed and the next one completes them', async () => {
  const { database: former, url } = await openFormer();
  const codes = await addFormerSessions(former, 1, amount);
  await former.close();
  const database = await openPresent(url);
  await migrate(database);
  const account = await database.manager.findOneByOrFail(accounts, { id: formerAccount });
  const owner = await makeAccount(database, { account });
  const settings = { PORT: String(await freePort()) };
  const killed = await startServer(url, settings);
  const client = new Client(killed.url, owner).unchecked();
  const unclaimed = codes.filter((_, index) => (index + 1) % 4 < 2);
  const claims = new ClaimLoad([client], unclaimed);

  await makeDue(database, 'indexSessions');
  await expect.poll(() => reached(database)).toBeGreaterThan(amount / 4);
  await killed.program.stop('SIGKILL');
  expect(await reached(database)).toBeLessThan(amount);
  const server = await startServer(url, settings);
  await expect.poll(() => statusOf(database, 'indexSessions')).toBe('DONE');
  await makeDue(database, 'dropSessionIndexes');
  await expect.poll(() => statusOf(database, 'dropSessionIndexes')).toBe('DONE');
  await claims.stop();

  console.log(claims.summary);
  expect(claims.wrong).toEqual([]);
  expect(claims.claimed.length).toBeGreaterThan(0);
  expect(await misfitsOf(database)).toEqual([]);
  const { body } = await client.rest('/v3/campaign/claims', { campaign: formerCoupon });
  expect(claims.claimed).toContain(body.data[0].session);
  expect((await server.program.stop()).code).toBe(0);
}, 300_000);

async function makeDue(database: Database, kind: string): Promise<void> {
  await database.transaction(({ change }) => change('UPDATE jobs SET due_at = created_at WHERE kind = ?', [kind]));
}

/** The last session of which the job has committed the marks and keys. */
async function reached(database: Database): Promise<number> {
  const [job] = await database.rows<{ progress: string | null }>(
    `SELECT j.progress AS progress FROM jobs j WHERE j.kind = 'indexSessions'`,
  );
  return JSON.parse(job?.progress ?? '{"after":0}').after;
}

async function statusOf(database: Database, kind: string): Promise<string | undefined> {
  const [job] = await database.rows<{ status: string }>('SELECT j.status AS status FROM jobs j WHERE j.kind = ?', [
    kind,
  ]);
  return job?.status;
}
