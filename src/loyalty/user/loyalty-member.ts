import { findOurId } from '../../external-ids/external-id.ts';
import {
  column,
  columnsOf,
  instantsOf,
  reference,
  type Stored,
  selectList,
  table,
} from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import type { RowLock } from '../../kernel/database/dialect.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRow, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import type { Value } from '../../kernel/database/statement.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';
import { type PersonData, personColumns } from '../person/person.ts';
import { type EarnedReward, findEarnedRewards } from '../reward/earned-reward.ts';

/** A person's card, with its stamps and points. */
export type LoyaltyMember = Stored<typeof loyaltyMembers>;

export const loyaltyMembers = table({
  name: 'LoyaltyMember',
  tableName: 'loyalty_members',
  columns: {
    /** An ascending number, unique within the installation. Callers never see it. */
    number: column.key(column.bigNumber),
    accountId: column.text(20),
    cardId: column.text(16),
    userId: column.text(20),
    stamps: column.counter,
    points: column.counter,
    /** How many full cards have earned their reward. */
    filledCards: column.counter,
    voidedAt: column.instantOrNull,
    createdAt: column.instant,
  },
  indices: [
    { name: 'loyalty_members_user', columns: ['cardId', 'userId'], unique: true },
    { name: 'loyalty_members_created', columns: ['cardId', 'createdAt', 'number'] },
    { name: 'loyalty_members_valid', columns: ['cardId', 'voidedAt', 'createdAt', 'number'] },
    { name: 'loyalty_members_person', columns: ['userId'] },
  ],
  foreignKeys: [
    reference('loyalty_members_card_fk', 'cardId', 'loyalty_cards'),
    reference('loyalty_members_person_fk', 'userId', 'loyalty_persons'),
  ],
});

export const memberRow = rowOf(loyaltyMembers, { missing: 'LOYALTY_USER_NOT_FOUND' });

/** A person as the holder of one card. The API calls it a loyalty user. */
export interface LoyaltyUser extends PersonData {
  id: string;
  number: number;
  accountId: string;
  cardId: string;
  stamps: number;
  points: number;
  filledCards: number;
  voidedAt: Instant | null;
  createdAt: Instant;
  cardCode: string;
  cardMedium: LoyaltyCard['medium'];
  /** Present if the query has already read them. */
  rewards?: EarnedReward[];
}

/** Returns the id of a user, which includes the card, because a person has the same `usr_` id on every card. */
export function loyaltyUserId({ cardId, id }: Pick<LoyaltyUser, 'cardId' | 'id'>): string {
  return `${cardId}:${id}`;
}

export type UserWithRewards = LoyaltyUser & { rewards: EarnedReward[] };

const { userId, ...ownMemberColumns } = columnsOf(loyaltyMembers, 'm');

const ownColumns = { ...personColumns, ...ownMemberColumns, id: 'm.user_id' };

/** The columns of users whose card is known, for a query that reads `FROM loyalty_members m` with `joinPersons`. */
export const loyaltyUserColumns = selectList(ownColumns, instantsOf(loyaltyMembers));
export const joinPersons = 'JOIN loyalty_persons p ON p.id = m.user_id';

/** Adds the data of the card to its users. In a join, the query planner might start with the card. */
export function usersOf(card: LoyaltyCard, rows: LoyaltyUser[]): LoyaltyUser[] {
  for (const row of rows) {
    row.cardCode = card.code;
    row.cardMedium = card.medium;
  }
  return rows;
}

const statement = `SELECT ${loyaltyUserColumns}, c.code AS cardCode, c.medium AS cardMedium
  FROM loyalty_members m ${joinPersons} JOIN loyalty_cards c ON c.id = m.card_id`;

/** Returns the users that meet a condition on the member `m`, the person `p` and the card `c`. */
export function readUsers(
  connection: Connection,
  where: string,
  values: Record<string, Value | readonly string[] | readonly number[]>,
): Promise<LoyaltyUser[]> {
  return connection.rows<LoyaltyUser>(`${statement} WHERE ${where}`, values);
}

export interface LoyaltyUserKey {
  accountId: string;
  card: string;
  user: string;
}

/** Reads a user. Throws `LOYALTY_CARD_NOT_FOUND` or `LOYALTY_USER_NOT_FOUND`. `lock` locks the member. */
export async function requireUser(connection: Connection, name: LoyaltyUserKey, lock?: RowLock): Promise<LoyaltyUser> {
  if (lock) await findRow(connection, memberRow, { cardId: name.card, userId: name.user }, lock);
  const [user] = await readUsers(
    connection,
    'm.card_id = :card AND m.user_id = :user AND m.account_id = :accountId AND c.deleted_at IS NULL',
    { ...name },
  );
  if (user) return user;
  await requireRow(connection, cardRow, { accountId: name.accountId, id: name.card });
  throw new Problem('LOYALTY_USER_NOT_FOUND');
}

/** Voids a user. Throws `LOYALTY_USER_ALREADY_VOIDED`. The caller must have locked the user. */
export async function voidLoyaltyMember(transaction: Transaction, user: LoyaltyUser): Promise<LoyaltyUser> {
  if (user.voidedAt) throw new Problem('LOYALTY_USER_ALREADY_VOIDED');
  const voidedAt = now();
  await updateRows(transaction, loyaltyMembers, { number: user.number }, { voidedAt });
  return { ...user, voidedAt };
}

export async function withRewards(connection: Connection, user: LoyaltyUser): Promise<UserWithRewards> {
  const [found] = await allWithRewards(connection, [user]);
  return found ?? { ...user, rewards: [] };
}

/** Reads the rewards of all users with one statement. */
export async function allWithRewards(connection: Connection, users: LoyaltyUser[]): Promise<UserWithRewards[]> {
  const numbers = users.map(({ number }) => number);
  const rewards = await findEarnedRewards(connection, numbers);
  for (const user of users) user.rewards = rewards.get(user.number) ?? [];
  return users as UserWithRewards[];
}

/** Reserves the number of the next member. Simultaneous callers share one reservation. */
export const reserveMemberNumber = batched<LoyaltyCard['id'], number>(async (database, callers) => {
  const first = await reserve(database, 'member', callers.length);
  return callers.map((_, index) => first + index);
});

export async function findPublicUser(
  connection: Connection,
  { id: card, accountId }: LoyaltyCard,
  user: string,
): Promise<UserWithRewards | null> {
  const read = (id: string) => readUsers(connection, 'm.card_id = :card AND m.user_id = :user', { card, user: id });
  let found = await read(user);
  if (found.length === 0) {
    const ours = await findOurId(connection, accountId, { kind: 'loyaltyUser', externalId: user });
    if (ours) found = await read(ours);
  }
  const [withRewards] = await allWithRewards(connection, found);
  return withRewards ?? null;
}
