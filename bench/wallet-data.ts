import { hash } from 'node:crypto';
import type { Database } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { model } from '../src/main/registries/tables.ts';
import { connect } from '../src/messaging/integration/integration.ts';
import { appleSettings } from '../test/support/pass-certificates.ts';
import { type Data, fill } from './data.ts';
import { appSecret } from './servers.ts';

export const passType = 'pass.example.bakery';

/** The settings with which an account signs passes and tells phones. */
export const signing = {
  ...appleSettings(),
  ...{ passType, team: 'TEAM123456', expiresAt: '2090-01-01 00:00:00.000' },
};

/** What a phone knows of the pass with a number. The database computes the same. */
export const phoneOf = (n: number) => ({
  serial: `pas_${hash('sha256', String(n)).slice(0, 16)}`,
  token: hash('sha256', `t${n}`).slice(0, 32),
  library: hash('sha256', `l${n}`),
});

const serial = `CONCAT('pas_', LEFT(SHA2(g.n, 256), 16))`;
/** One pass a millisecond. */
const savedAt = `DATE_ADD('2026-01-01 00:00:00.000', INTERVAL g.n * 1000 MICROSECOND)`;
const perStatement = 20_000;

/**
 * Fills a new database with one account that tells phones as fast as it can, and passes of its coupons, each on a phone
 * of its own. With `sessions`, the passes show sessions; otherwise they are of the first coupon and can only be told.
 */
export async function fillWallets(url: string, passes: number, { sessions = false } = {}): Promise<Data> {
  const data = await fill(url, sessions ? passes : 3);
  const database = await openDatabase(url, model);
  try {
    await connectApple(database, data);
    for (let first = 1; first <= passes; first += perStatement)
      await addPasses(database, data, { first, last: Math.min(first + perStatement - 1, passes), sessions });
    await database.dataSource.query(
      `INSERT INTO wallet_holders (campaign_id, issuer, other, people, ever)
       SELECT campaign_id, issuer, '', COUNT(*), COUNT(*) FROM wallet_passes GROUP BY campaign_id, issuer`,
    );
    await database.dataSource.query('ANALYZE TABLE wallet_passes, wallet_devices, wallet_registrations');
    return data;
  } finally {
    await database.close();
  }
}

function connectApple(database: Database, { accountId, keyId }: Data): Promise<void> {
  return database.transaction(async (transaction) => {
    const given = { channel: 'APPLE_WALLET', provider: 'APPLE', settings: signing, perSecond: 100_000 };
    await connect(transaction, new Secrets(appSecret), accountId, given as Parameters<typeof connect>[3]);
    await transaction.change(`UPDATE api_keys SET scope_list = 'READ,WRITE,REDEEM,SEND' WHERE id = ?`, [keyId]);
  });
}

async function addPasses(
  database: Database,
  { accountId, coupons }: Data,
  { first, last, sessions }: { first: number; last: number; sessions: boolean },
): Promise<void> {
  const given = sessions
    ? `(SELECT sequence AS n, session, coupon_id FROM coupon_sessions WHERE sequence BETWEEN ${first} AND ${last})`
    : `(SELECT n, CONCAT('s', LPAD(n, 20, '0')) AS session, '${coupons[0]}' AS coupon_id FROM ${numbers(first, last)} AS i)`;
  await database.background.transaction(async (transaction) => {
    await transaction.change(
      `INSERT INTO wallet_passes
         (id, account_id, campaign_id, session, platform, issuer, token, changed, made, created_at, saved_at)
       SELECT ${serial}, ?, g.coupon_id, g.session, 'APPLE', ?, LEFT(SHA2(CONCAT('t', g.n), 256), 32), 0, 0, ${savedAt},
         ${savedAt} FROM ${given} AS g`,
      [accountId, passType],
    );
    await transaction.change(
      `INSERT INTO wallet_devices (number, pass_type, library_id, push_token, registered_at, counted_change)
       SELECT g.n, ?, SHA2(CONCAT('l', g.n), 256), SHA2(g.n, 256), ${savedAt}, 0 FROM ${given} AS g`,
      [passType],
    );
    await transaction.change(
      `INSERT INTO wallet_registrations (pass_id, device, created_at)
       SELECT ${serial}, g.n, ${savedAt} FROM ${given} AS g`,
    );
  });
}

/** Returns a table expression of at most 100,000 numbers. */
function numbers(first: number, last: number): string {
  const digit = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')})`;
  const n = `${first} + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d`;
  const tables = ['a', 'b', 'c', 'e', 'f'].map((name) => `${digit} AS ${name}`).join(' CROSS JOIN ');
  return `(SELECT ${n} AS n FROM ${tables} WHERE ${n} <= ${last})`;
}
