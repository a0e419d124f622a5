import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import { openDemo } from '../../../src/main/demo/demo.ts';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { Client } from '../../support/client.ts';

const app = useAppWithBackground();

// On a server it takes minutes, and the nouns that make it are tested there.
test('the demo gets a year that goes on after an interruption, and that statistics agree with', async () => {
  const client = await beginDemo();
  await expect.poll(() => progress(), { timeout: 120_000 }).toMatchObject({ created: expect.any(Number) });

  // Another worker takes the job, as after a crash.
  const [job] = await app.database.rows<{ id: string }>(`SELECT id FROM jobs WHERE kind = 'makeDemoYear'`);
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE jobs SET lease = 'of another worker', due_at = '2000-01-01 00:00:00.000' WHERE id = ?`, [
      job?.id ?? '',
    ]),
  );
  await expect.poll(() => progress(), { timeout: 280_000, interval: 500 }).toMatchObject({ status: 'DONE' });

  const [counted] = await app.database.rows<Record<'sessions' | 'members' | 'spent', number>>(
    `SELECT (SELECT COUNT(*) FROM coupon_sessions) AS sessions, (SELECT COUNT(*) FROM loyalty_members) AS members,
       (SELECT COUNT(*) FROM coupon_sessions WHERE money_spent IS NOT NULL AND validated_at IS NOT NULL) AS spent`,
  );
  // One is there from the beginning.
  expect(counted?.members).toBe(401);
  expect(counted?.sessions).toBeGreaterThan(2500);
  expect(counted?.spent).toBeGreaterThan(1200);
  expect(await recountStatistics(app.database)).toMatchObject({ differences: [], waiting: 0 });
  expect((await verifyLedgers(app.database)).disagreements).toEqual([]);
  await expectWhatConsolesShow(client);
});

/** Begins the demo, and returns a client with its key. */
async function beginDemo(): Promise<Client> {
  const directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { id: keyId, secret } = await openDemo(app.services, directory);
  return new Client(app.url, { account: undefined as never, keyId, secret });
}

async function progress() {
  const [job] = await app.database.rows<{ status: string; progress: string | null }>(
    `SELECT status, progress FROM jobs WHERE kind = 'makeDemoYear'`,
  );
  return { status: job?.status, ...(job?.progress && JSON.parse(job.progress)) };
}

type Shown = Record<'expiryDate' | 'startDate' | 'lockedAt' | 'voidedAt', string | null> & { folder: object | null };

async function expectWhatConsolesShow(client: Client): Promise<void> {
  const { data, errors } = await client.graphql(`{
    coupons(first: 100) { nodes { name expiryDate startDate lockedAt voidedAt folder { name } tags } }
    accountStatistics(by: MONTH, from: "${daysAgo(300)}") { points { counts { validated created sent members } } refusedAttempts { code amount } }
    webhookEndpoints { nodes { url failingSince } }
    failed: webhookDeliveries(filter: { status: FAILED }) { nodes { id attempts { status error } } }
    delivered: webhookDeliveries(filter: { status: DELIVERED }) { nodes { id } }
  }`);
  expect(errors).toEqual([]);
  const coupons: Shown[] = data.coupons.nodes;
  expect(coupons.length).toBe(18);
  expect(coupons.every(({ folder }) => folder)).toBe(true);
  const soon = new Date(Date.now() + 6 * 86_400_000).toISOString();
  const now = new Date().toISOString();
  const those = (which: (coupon: Shown) => boolean) => coupons.filter(which).length;
  expect(those(({ expiryDate }) => expiryDate !== null && expiryDate > now && expiryDate < soon)).toBeGreaterThan(0);
  expect(those(({ expiryDate }) => expiryDate !== null && expiryDate < now)).toBeGreaterThan(3);
  expect(those(({ startDate }) => startDate !== null && startDate > now)).toBeGreaterThan(0);
  expect([those(({ lockedAt }) => lockedAt !== null), those(({ voidedAt }) => voidedAt !== null)]).toEqual([1, 1]);
  const { points, refusedAttempts } = data.accountStatistics;
  // The first and the last month are not whole.
  for (const { counts } of points.slice(1, -1)) {
    expect(Number(counts.validated)).toBeGreaterThan(20);
    expect(Number(counts.members)).toBeGreaterThan(5);
  }
  expect(refusedAttempts.map(({ code }: { code: string }) => code)).toContain('SESSION_ALREADY_VALIDATED');
  expect(data.webhookEndpoints.nodes.filter(({ failingSince }: Record<string, unknown>) => failingSince)).toHaveLength(
    1,
  );
  expect(data.failed.nodes.length).toBeGreaterThan(0);
  expect(data.failed.nodes[0].attempts[0]).toMatchObject({ status: 503 });
  expect(data.delivered.nodes.length).toBeGreaterThan(10);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
