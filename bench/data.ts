import { addAccount } from '../src/accounts/account/account.ts';
import { issueApiKey } from '../src/accounts/api-key/api-key.ts';
import { blankCoupon, type Coupon, coupons } from '../src/coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../src/coupons/coupon/coupon-changes.ts';
import type { Database, Transaction } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { migrate } from '../src/kernel/database/migration.ts';
import { insertRows } from '../src/kernel/database/rows.ts';
import { model } from '../src/main/registries/tables.ts';
import { insertMarks } from '../src/sessions/index/session-mark.ts';
import { insertKeys } from '../src/sessions/index/session-search-key.ts';
import { couponSessions } from '../src/sessions/session/session.ts';
import type { Caller } from './ask.ts';
import { sessionRow } from './sessions.ts';

/** The data that requests refer to. */
export interface Data extends Caller {
  accountId: string;
  coupons: string[];
  /** At most half a million, spread over the whole table. */
  sessions: string[];
  /** Those that can be claimed. */
  unclaimed: string[];
}

const rowsPerStatement = 5000;
const maxCodes = 500_000;

/** Fills a new database with one account, three coupons and their sessions. */
export async function fill(url: string, rows: number): Promise<Data> {
  return withDatabase(url, async (database) => {
    await migrate(database);
    const { made, ...key } = await database.transaction(makeCoupons);
    const codes = await addSessions(database, made, rows);
    return { ...key, coupons: made.map(({ id }) => id), ...codes };
  });
}

/** Opens a database while `work` runs. */
export async function withDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(url, model);
  return work(database).finally(() => database.close());
}

async function makeCoupons(transaction: Transaction) {
  const account = await addAccount(transaction, { name: 'Bakery' });
  const { key, secret } = await issueApiKey(transaction, {
    accountId: account.id,
    name: 'bench',
    scopes: ['READ', 'WRITE', 'REDEEM'],
  });
  const expiries: NonNullable<CouponChanges['expiry']>[] = [
    {},
    { fixed: { at: '2099-12-31 23:59:59' } },
    { flexible: { days: 90 } },
  ];
  const made = expiries.map((expiry, index) => {
    const coupon = blankCoupon(account.id, 'Europe/Berlin');
    changeCoupon(coupon, { name: `Coupon ${index + 1}`, title: 'A loaf for free', expiry });
    return coupon;
  });
  await insertRows(transaction, coupons, made);
  return { accountId: account.id, keyId: key.id, secret, made };
}

async function addSessions(database: Database, made: Coupon[], total: number) {
  const sessions: string[] = [];
  const unclaimed: string[] = [];
  const kept = Math.ceil(total / maxCodes);
  for (let first = 1; first <= total; first += rowsPerStatement) {
    const rows = Array.from({ length: Math.min(rowsPerStatement, total - first + 1) }, (_, index) => {
      const sequence = first + index;
      return sessionRow(sequence, total, made[sequence % made.length] as Coupon);
    });
    await database.transaction(async (transaction) => {
      await insertRows(transaction, couponSessions, rows);
      await insertMarks(transaction, rows, ['opened', 'claimed', 'validated']);
      await insertKeys(transaction, rows);
    });
    const known = rows.filter(({ sequence }) => Math.floor(sequence / 10) % kept === 0);
    sessions.push(...known.map(({ session }) => session));
    unclaimed.push(...known.filter(({ claimedAt }) => !claimedAt).map(({ session }) => session));
  }
  await database.dataSource.query("UPDATE sequences SET value = ? WHERE name = 'session'", [total]);
  await database.dataSource.query('ANALYZE TABLE coupons, coupon_sessions, session_marks, session_search_keys');
  return { sessions, unclaimed };
}
