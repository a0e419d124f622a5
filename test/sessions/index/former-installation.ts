import { inject, onTestFinished } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { newId } from '../../../src/kernel/values/ids.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { emptyDatabaseUrl } from '../../support/database.ts';

const lastFormer = 'SearchKeys1763736000000';
const at = '2026-01-01 00:00:00.000';

export const formerAccount = 'acc_0123456789abcdef';
export const formerCoupon = 'cam_0123456789ab';

/** Opens a database with the schema before marks and keys, an account and a coupon. */
export async function openFormer(): Promise<{ database: Database; url: string }> {
  const url = await emptyDatabaseUrl(inject('engine'), inject('serverUrl'));
  const migrations = model.migrations as { name: string }[];
  const end = migrations.findIndex(({ name }) => name === lastFormer);
  const database = await openDatabase(url, { entities: [], migrations: model.migrations.slice(0, end + 1) });
  await migrate(database);
  await insert(database, 'accounts', [{ id: formerAccount, name: 'Bakery', timezone: 'UTC', created_at: at }]);
  await insert(database, 'coupons', [
    {
      ...{ id: formerCoupon, account_id: formerAccount, code: 'abcdefgh', name: 'Bread', status: 'ACTIVE' },
      ...{ timezone: 'UTC', expiry_type: 'NONE', created_at: at },
    },
  ]);
  return { database, url };
}

/** Opens it with the present model until the test ends. */
export async function openPresent(url: string): Promise<Database> {
  const database = await openDatabase(url, model);
  onTestFinished(async () => {
    if (database.dialect.name === 'mysql') await database.dataSource.dropDatabase();
    await database.close();
  });
  return database;
}

/** Inserts sessions as the previous version does, and returns their codes. */
export async function addFormerSessions(database: Database, first: number, amount: number): Promise<string[]> {
  const time = (hours: number) => `2026-02-${String(1 + (hours % 28)).padStart(2, '0')} 10:00:00.000`;
  const rows = Array.from({ length: amount }, (_, index) => {
    const sequence = first + index;
    const state = sequence % 4;
    const email = state > 1 ? `ada${sequence}@example.com` : null;
    const phone = state > 2 ? `+49301${String(sequence).padStart(7, '0')}` : null;
    return {
      ...{ sequence, session: newId('session'), account_id: formerAccount, coupon_id: formerCoupon, created_at: at },
      ...{ email, email_key: email, phone, phone_key: phone },
      ...{ opened_at: state > 0 ? time(sequence) : null, claimed_at: state > 1 ? time(sequence + 1) : null },
      validated_at: state > 2 ? time(sequence + 2) : null,
    };
  });
  for (let done = 0; done < amount; done += 500)
    await insert(database, 'coupon_sessions', rows.slice(done, done + 500));
  await database.transaction((transaction) =>
    transaction.change(`UPDATE sequences SET value = ? WHERE name = 'session'`, [first + amount - 1]),
  );
  return rows.map(({ session }) => session);
}

type Row = Record<string, string | number | null>;

async function insert(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const places = `(${columns.map(() => '?')})`;
  await database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO ${table} (${columns}) VALUES ${rows.map(() => places)}`,
      rows.flatMap((row) => Object.values(row)),
    ),
  );
}
