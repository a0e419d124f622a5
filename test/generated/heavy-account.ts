import { storeContacts } from '../../src/contacts/contact/contact-store.ts';
import { findGroup } from '../../src/contacts/group/contact-group.ts';
import { couponRow } from '../../src/coupons/coupon/coupon.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { reserve } from '../../src/kernel/database/sequence.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { createSessionBatch } from '../../src/sessions/batch/batch-creation.ts';
import { reserveSequences } from '../../src/sessions/session/session-creation.ts';
import type { Owner } from '../support/client.ts';
import { insertEvents } from '../support/events.ts';
import type { makeThings } from './things.ts';

type Things = Awaited<ReturnType<typeof makeThings>>;

/** How much an account has, so that careless statements take long. */
const amounts = { sessions: 150_000, members: 100_000, events: 40_000, contacts: 20_000 };

/** Gives an account so much of everything that a careless read of it takes long. */
export async function fill(database: Database, owner: Owner, things: Things): Promise<void> {
  await addSessions(database, owner, things.coupon, amounts.sessions);
  await addMembers(database, owner, things.loyaltyCard);
  for (let made = 0; made < amounts.events; made += 2000)
    await database.background.transaction((transaction) => insertEvents(transaction, owner, 2000));
  await addContacts(database, owner, things.contactGroup);
  await database.dataSource.query(
    'ANALYZE TABLE coupon_sessions, loyalty_members, loyalty_persons, loyalty_search_keys, events',
  );
}

/** Makes sessions of a coupon, and returns their codes. */
export async function addSessions(
  database: Database,
  { account, keyId }: Owner,
  couponId: string,
  amount: number,
): Promise<string[]> {
  const codes: string[] = [];
  for (let made = 0; made < amount; made += 10_000) {
    const part = Math.min(10_000, amount - made);
    const { first, at } = await reserveSequences(database, part);
    const batch = { first, amount: part, createdAt: at, status: 'NORMAL' as const, codes: null };
    const sessions = await database.background.transaction(async (transaction) => {
      const coupon = await requireRow(transaction, couponRow, { accountId: account.id, id: couponId }, 'shared');
      return createSessionBatch(transaction, coupon, batch, keyId);
    });
    codes.push(...sessions.map(({ session }) => session));
  }
  return codes;
}

const digits = `(SELECT 0 AS d ${Array.from({ length: 9 }, (_, index) => `UNION ALL SELECT ${index + 1}`).join(' ')})`;
const numbers = `(SELECT a.d + b.d * 10 + c.d * 100 + e.d * 1000 + f.d * 10000 AS n
  FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f) AS numbers`;

/** The server makes the members: names and addresses of all of them begin with the same letter. */
async function addMembers(database: Database, { account }: Owner, card: string): Promise<void> {
  const { members } = amounts;
  const first = await reserve(database, 'member', members);
  const id = `CONCAT('usr_', LEFT(SHA2(CONCAT(?, n), 256), 16))`;
  const created = now();
  const from = `FROM ${numbers} WHERE n < ${members}`;
  await database.background.transaction(async ({ change }) => {
    await change(
      `INSERT INTO loyalty_persons (id, account_id, first_name, email, created_at)
       SELECT ${id}, ?, CONCAT('Ada', n), CONCAT('ada', n, '@example.com'), ? ${from}`,
      [card, account.id, created],
    );
    await change(
      `INSERT INTO loyalty_members (number, account_id, card_id, user_id, created_at)
       SELECT ? + n, ?, ?, ${id}, ? ${from}`,
      [first, account.id, card, card, created],
    );
    for (const [field, value] of Object.entries({
      firstName: `CONCAT('ada', n)`,
      email: `CONCAT('ada', n, '@example.com')`,
    }))
      await change(
        `INSERT INTO loyalty_search_keys (card_id, field, value, created_at, member)
         SELECT ?, '${field}', ${value}, ?, ? + n ${from}`,
        [card, created, first],
      );
  });
}

async function addContacts(database: Database, { account }: Owner, groupId: string): Promise<void> {
  for (let made = 0; made < amounts.contacts; made += 1000) {
    const contacts = Array.from({ length: 1000 }, (_, index) => {
      const address = `ada${made + index}@example.com`;
      return { address, addressKey: address, firstName: 'Ada' };
    });
    await database.background.transaction(async (transaction) => {
      const group = await findGroup(transaction, { accountId: account.id, id: groupId }, 'exclusive');
      if (group) await storeContacts(transaction, group, contacts);
    });
  }
}
