import { expect, test } from 'vitest';
import { chainNextBlock } from '../../src/audit/audit-chain.ts';
import { type AuditEntry, auditColumns } from '../../src/audit/audit-entry.ts';
import { entriesOf } from '../../src/audit/audited-call.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { openOwn } from '../kernel/database/scratch.ts';
import { verified } from '../support/audit.ts';
import { ClaimLoad } from '../support/claim-load.ts';
import { Client } from '../support/client.ts';
import { makeAccount, makeCoupon, makeSessions } from '../support/make.ts';
import { secretOfServers, startServer } from '../support/processes.ts';

test('when servers are killed under a load of claims, exactly the claims that took effect are in the audit log', async () => {
  const { database, url } = await openOwn();
  const owner = await makeAccount(database);
  const coupon = await makeCoupon(database, owner);
  const sessions = await makeSessions(database, coupon, Array(3000).fill({}));
  let server = await startServer(url);
  const clients = [new Client(server.url, owner)];
  const load = new ClaimLoad(
    clients,
    sessions.map(({ session }) => session),
    { customers: 12, pause: 2 },
  );
  for (const claimed of [40, 90]) {
    await expect.poll(() => load.claimed.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(claimed);
    await server.program.stop('SIGKILL');
    server = await startServer(url);
    clients[0] = new Client(server.url, owner);
  }
  await expect.poll(() => load.claimed.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(140);
  await load.stop();
  await server.program.stop('SIGKILL');

  const secrets = new Secrets(secretOfServers);
  while ((await chainNextBlock(database, secrets)) > 0);
  const of = async (sql: string) =>
    (await database.rows<{ session: string }>(sql)).map((row) => row.session).toSorted();
  const events = await of(`SELECT session FROM events WHERE type = 'coupon_claimed'`);
  const rows = await database.rows<AuditEntry>(
    `SELECT ${auditColumns} FROM audit_entries a WHERE a.operation = 'claimCouponSession'`,
  );
  const audited = rows
    .flatMap(entriesOf)
    .map(({ answered }) => answered)
    .toSorted();
  expect(load.wrong).toEqual([]);
  expect(audited).toEqual(events);
  expect(audited).toEqual(load.claimed.toSorted());
  expect(await verified(database, secrets)).toMatchObject({ faults: [], waiting: 0 });
});
