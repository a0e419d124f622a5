import { transactFor } from '../../accounts/account/account-root.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { column, reference, table } from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { deleteRows, findRows, insertRow, lockRow, shareRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { type CouponSession, findSessions } from '../../sessions/session/session.ts';
import { createSession, type ReservedSequence, reserveSequence } from '../../sessions/session/session-creation.ts';
import type { Directory } from '../directory/directory.ts';
import { type DirectoryUser, directoryUserRow, recordUser } from '../user/user.ts';

/** The session that a member received by opening a coupon in the directory. */
export const directoryOpenings = table({
  name: 'DirectoryOpening',
  tableName: 'directory_openings',
  columns: {
    userId: column.key(column.text(20)),
    campaignId: column.key(column.text(16)),
    accountId: column.text(20),
    session: column.text(21),
    createdAt: column.instant,
  },
  foreignKeys: [reference('directory_openings_user_fk', 'userId', 'directory_users', 'CASCADE')],
});

const maxShown = 200;

/** Returns opened sessions, newest first, without deleted ones. */
export async function openedSessions(database: Database, user: DirectoryUser): Promise<CouponSession[]> {
  const openings = await findRows(
    database,
    directoryOpenings,
    { userId: user.id },
    { select: ['session'], order: { createdAt: 'DESC', campaignId: 'ASC' }, take: maxShown },
  );
  const codes = openings.map(({ session }) => session);
  const found = await findSessions(database, user.accountId, codes);
  return found.sort((one, other) => codes.indexOf(one.session) - codes.indexOf(other.session));
}

/** Returns the member's session of a coupon. Creates it when the member opens the coupon for the first time. */
export async function openCampaign(
  database: Database,
  directory: Directory,
  member: DirectoryUser,
  campaignId: string,
): Promise<string> {
  const again = await inOpening(database, directory, member, campaignId, async () => null);
  if (again) return again;
  const sequence = await reserveSequence(database, campaignId);
  const create = (transaction: Transaction) => createSessionFor(transaction, member, campaignId, sequence);
  return inOpening(database, directory, member, campaignId, create);
}

function inOpening<Made extends string | null>(
  database: Database,
  directory: Directory,
  member: DirectoryUser,
  campaign: string,
  otherwise: (transaction: Transaction) => Promise<Made>,
): Promise<string | Made> {
  const name = { directoryId: directory.id, id: member.id };
  return transactFor(database, member.accountId, async (transaction) => {
    const user = await lockRow(transaction, directoryUserRow, name);
    const session = (await sessionOf(transaction, user, campaign)) ?? (await otherwise(transaction));
    if (session) await recordUser(transaction, user, 'directory_campaign_opened', null, { campaign, session });
    return session;
  });
}

async function sessionOf(connection: Connection, user: DirectoryUser, campaignId: string): Promise<string | null> {
  const [opening] = await connection.rows<{ session: string }>(
    `SELECT o.session AS session FROM directory_openings o JOIN coupon_sessions s ON s.session = o.session
     WHERE o.user_id = ? AND o.campaign_id = ?`,
    [user.id, campaignId],
  );
  return opening?.session ?? null;
}

async function createSessionFor(
  transaction: Transaction,
  user: DirectoryUser,
  campaignId: string,
  sequence: ReservedSequence,
): Promise<string> {
  const coupon = await shareRow(transaction, couponRow, { accountId: user.accountId, id: campaignId });
  const { firstName, lastName, email, phone } = user;
  const { session } = await createSession(transaction, coupon, sequence, { firstName, lastName, email, phone }, null);
  const opening = { userId: user.id, campaignId, accountId: user.accountId, session: session.session };
  await deleteRows(transaction, directoryOpenings, { userId: user.id, campaignId });
  await insertRow(transaction, directoryOpenings, { ...opening, createdAt: now() });
  return session.session;
}
