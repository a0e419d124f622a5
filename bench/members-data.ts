import { addAccount } from '../src/accounts/account/account.ts';
import { issueApiKey } from '../src/accounts/api-key/api-key.ts';
import type { Database, Transaction } from '../src/kernel/database/database.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { migrate } from '../src/kernel/database/migration.ts';
import { newId } from '../src/kernel/values/ids.ts';
import { blankCard, changeCard, loyaltyCards } from '../src/loyalty/card/card.ts';
import { loyaltyRewards } from '../src/loyalty/reward/reward.ts';
import { model } from '../src/main/registries/tables.ts';
import type { Data } from './data.ts';

/** A loyalty card with members. */
export interface MembersData extends Data {
  card: string;
  /** At most a hundred thousand of its users, spread over the whole table. */
  users: string[];
}

const membersPerStatement = 50_000;
const mostUsers = 100_000;

/** Fills a new database with one account, one stamp card and its members. The newest members have two rewards each. */
export async function fillMembers(url: string, members: number): Promise<MembersData> {
  const database = await openDatabase(url, model);
  try {
    await migrate(database);
    const made = await database.transaction(makeCard);
    for (let first = 1; first <= members; first += membersPerStatement) {
      const last = Math.min(first + membersPerStatement, members + 1) - 1;
      await database.transaction((transaction) => addMembers(transaction, made, first, last));
    }
    await database.transaction((transaction) => addRewards(transaction, made, members));
    await database.dataSource.query("UPDATE sequences SET value = ? WHERE name = 'membership'", [members]);
    await database.dataSource.query(
      'ANALYZE TABLE loyalty_memberships, loyalty_persons, loyalty_search_keys, earned_rewards',
    );
    return { ...made, coupons: [], sessions: [], unclaimed: [], users: await someUsers(database, members) };
  } finally {
    await database.close();
  }
}

async function makeCard(transaction: Transaction) {
  const account = await addAccount(transaction, { name: 'Bakery' });
  const scopes = ['READ', 'WRITE', 'REDEEM'] as const;
  const { key, secret } = await issueApiKey(transaction, { accountId: account.id, name: 'bench', scopes });
  const card = blankCard(account, 'STAMP', 'WEB');
  changeCard(card, { name: 'Bread', stampsRequired: 1000 });
  await transaction.manager.insert(loyaltyCards, card);
  const reward = {
    id: newId('reward'),
    accountId: account.id,
    cardId: card.id,
    name: 'A loaf',
    unit: 'STAMPS' as const,
  };
  await transaction.manager.insert(loyaltyRewards, { ...reward, validDays: 365, createdAt: card.createdAt });
  return { accountId: account.id, keyId: key.id, secret, card: card.id, reward: reward.id };
}

type Made = Awaited<ReturnType<typeof makeCard>>;

const digits =
  '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';
const numbers = `(SELECT ? + a.d + b.d * 10 + c.d * 100 + e.d * 1000 + f.d * 10000 AS n
  FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f WHERE f.d < 5) AS numbers`;

/** The database server generates the members from a row of numbers: common names, and unique email addresses and phone numbers. */
async function addMembers(transaction: Transaction, { accountId, card }: Made, first: number, last: number) {
  const created = "DATE_ADD('2024-01-01', INTERVAL n SECOND)";
  const user = "CONCAT('usr_', LEFT(SHA2(n, 256), 16))";
  await transaction.change(
    `INSERT INTO loyalty_persons (id, account_id, first_name, last_name, email, phone, city, created_at)
     SELECT ${user}, ?, ELT(1 + n % 10, 'Ada', 'Ben', 'Clara', 'Deniz', 'Emil', 'Fatima', 'Georg', 'Hanna', 'Ines', 'Jonas'),
       CONCAT(ELT(1 + n % 7, 'Brandt', 'Dahl', 'Ebert', 'Fischer', 'Graf', 'Hartmann', 'Jung'), n % 500),
       CONCAT('member', n, '@example.com'), CONCAT('+4930', LPAD(n, 8, '0')), 'Berlin', ${created}
     FROM ${numbers} WHERE n <= ?`,
    [accountId, first, last],
  );
  await transaction.change(
    `INSERT INTO loyalty_memberships (number, account_id, card_id, user_id, created_at)
     SELECT n, ?, ?, ${user}, ${created} FROM ${numbers} WHERE n <= ?`,
    [accountId, card, first, last],
  );
  const keys = {
    firstName: 'LOWER(p.first_name)',
    lastName: 'LOWER(p.last_name)',
    email: 'p.email',
    phone: 'SUBSTRING(p.phone, 2)',
  };
  for (const [field, value] of Object.entries(keys))
    await transaction.change(
      `INSERT INTO loyalty_search_keys (card_id, field, value, created_at, membership)
       SELECT m.card_id, ?, ${value}, m.created_at, m.number
       FROM loyalty_memberships m JOIN loyalty_persons p ON p.id = m.user_id
       WHERE m.number BETWEEN ? AND ? ORDER BY ${value}`,
      [field, first, last],
    );
}

const membersWithRewards = 10_000;

async function addRewards(transaction: Transaction, { reward }: Made, members: number): Promise<void> {
  for (const number of [1, 2])
    await transaction.change(
      `INSERT INTO earned_rewards (id, membership, reward_id, earned_at, expires_at, used_at)
       SELECT CONCAT('rwd_', LEFT(SHA2(CONCAT(m.number, '-${number}'), 256), 16)), m.number, ?, m.created_at, '2099-01-01',
         ${number === 1 ? 'm.created_at' : 'NULL'}
       FROM loyalty_memberships m WHERE m.number > ?`,
      [reward, members - membersWithRewards],
    );
}

async function someUsers(database: Database, members: number): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    'SELECT m.user_id AS id FROM loyalty_memberships m WHERE m.number % ? = 0',
    [Math.ceil(members / mostUsers)],
  );
  return rows.map(({ id }) => id);
}
