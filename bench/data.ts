import { addAccount } from '../src/accounts/account/account.ts';
import { issueApiKey } from '../src/accounts/api-key/api-key.ts';
import { blankCoupon, type Coupon, coupons } from '../src/coupons/coupon/coupon.ts';
import { type CouponChanges, changeCoupon } from '../src/coupons/coupon/coupon-changes.ts';
import type { Database, Transaction } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { migrate } from '../src/kernel/database/migration.ts';
import { insertRows } from '../src/kernel/database/rows.ts';
import { model } from '../src/main/registries/tables.ts';
import { addMarks } from '../src/sessions/index/session-mark.ts';
import { insertKeys, type Keyed } from '../src/sessions/index/session-search-key.ts';
import { isClaimed, type SessionRow, sessionRow, sessionRowColumns } from './sessions.ts';

/** The data that requests refer to. */
export interface Data {
  accountId: string;
  keyId: string;
  secret: string;
  coupons: string[];
  /** At most half a million, spread over the whole table. */
  sessions: string[];
  /** Those that can be claimed. */
  unclaimed: string[];
}

const rowsPerStatement = 5000;
const mostCodes = 500_000;

/** Fills a new database with one account, three coupons and their sessions. */
export async function fill(url: string, rows: number): Promise<Data> {
  const database = await openDatabase(url, model);
  try {
    await migrate(database);
    const { made, ...key } = await database.transaction(makeCoupons);
    const codes = await addSessions(database, made, rows);
    return { ...key, coupons: made.map(({ id }) => id), ...codes };
  } finally {
    await database.close();
  }
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
  const kept = Math.ceil(total / mostCodes);
  for (let first = 1; first <= total; first += rowsPerStatement) {
    const rows = Array.from({ length: Math.min(rowsPerStatement, total - first + 1) }, (_, index) => {
      const sequence = first + index;
      return sessionRow(sequence, total, made[sequence % made.length] as Coupon);
    });
    await insertSessions(database, rows);
    const known = rows.filter(({ sequence }) => Math.floor(Number(sequence) / 10) % kept === 0);
    sessions.push(...known.map(({ session }) => String(session)));
    unclaimed.push(...known.filter((row) => !isClaimed(row)).map(({ session }) => String(session)));
  }
  await database.dataSource.query("UPDATE sequences SET value = ? WHERE name = 'session'", [total]);
  await database.dataSource.query('ANALYZE TABLE coupons, coupon_sessions, session_marks, session_search_keys');
  return { sessions, unclaimed };
}

/** Passes one JSON document as a table, which is several times as fast as VALUES with a parameter for each value. */
async function insertSessions(database: Database, rows: readonly SessionRow[]): Promise<void> {
  const names = sessionRowColumns.join(', ');
  const paths = sessionRowColumns.map((name) => `${name} ${typeOf(name)} PATH '$.${name}'`).join(', ');
  const sql = `INSERT INTO coupon_sessions (${names}) SELECT ${names} FROM JSON_TABLE(?, '$[*]' COLUMNS (${paths})) AS given`;
  const [first, last] = [Number(rows[0]?.sequence), Number(rows.at(-1)?.sequence)];
  await database.transaction(async (transaction) => {
    await transaction.change(sql, [JSON.stringify(rows)]);
    await addMarks(transaction, 's.sequence BETWEEN :first AND :last', { first, last }, [
      'opened',
      'claimed',
      'validated',
    ]);
    await insertKeys(transaction, rows.map(keyed));
  });
}

function keyed(row: SessionRow): Keyed {
  const textOf = (value: string | number | undefined) => (value === undefined ? null : String(value));
  return {
    accountId: String(row.account_id),
    sequence: Number(row.sequence),
    emailKey: textOf(row.email_key),
    phoneKey: textOf(row.phone_key),
    customId: textOf(row.custom_id),
  };
}

function typeOf(column: string): string {
  if (column === 'sequence') return 'BIGINT';
  return column.endsWith('_at') ? 'DATETIME(3)' : 'VARCHAR(254)';
}
