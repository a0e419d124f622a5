import { column, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { type Instant, now, toDate, toInstant } from '../../kernel/values/instant.ts';
import { readUsers } from '../../loyalty/user/loyalty-member.ts';
import { recordUsers } from '../../loyalty/user/loyalty-member-changes.ts';
import { recordSessionsWhere } from '../../sessions/session/session-events.ts';
import { type WalletPass, walletPasses } from './pass.ts';

export function noteSaved(transaction: Transaction, pass: WalletPass): Promise<void> {
  return countingPasses(transaction, [pass], () => save(transaction, pass));
}

export function noteRemoved(transaction: Transaction, pass: WalletPass): Promise<void> {
  return countingPasses(transaction, [pass], async () => {
    await updateRows(transaction, walletPasses, { id: pass.id }, { removedAt: now() });
    await recordOf(transaction, pass, 'unsaved');
  });
}

async function save(transaction: Transaction, pass: WalletPass): Promise<void> {
  const savedAt = pass.savedAt ?? now();
  await updateRows(transaction, walletPasses, { id: pass.id }, { savedAt, removedAt: null });
  const column = { APPLE: 'saved_to_apple_at', GOOGLE: 'saved_to_google_at' }[pass.platform];
  if (pass.session)
    await transaction.change(`UPDATE coupon_sessions SET ${column} = ? WHERE session = ? AND ${column} IS NULL`, [
      savedAt,
      pass.session,
    ]);
  await recordOf(transaction, pass, 'saved');
}

async function recordOf(transaction: Transaction, pass: WalletPass, what: 'saved' | 'unsaved'): Promise<void> {
  const eventsUntil = nextEventsUntil(pass.eventsUntil, Date.now());
  if (!eventsUntil) return;
  const { id, session, member } = pass;
  await updateRows(transaction, walletPasses, { id }, { eventsUntil });
  if (session) {
    const event = { type: `coupon_${what}`, keyId: null } as const;
    await recordSessionsWhere(transaction, event, 's.session = :session', { session });
  } else {
    const users = await readUsers(transaction, 'm.number = :member', { member });
    await recordUsers(transaction, users, { type: `loyalty_${what}`, keyId: null });
  }
}

const hour = 3600 * 1000;
const maxHours = 10;

/**
 * Returns the time up to which the events of a pass are used, or null if none is left. A pass has ten events, plus one
 * per hour, because phones may save and remove it in a loop.
 */
function nextEventsUntil(until: Instant | null, at: number): Instant | null {
  const next = Math.max(until ? toDate(until).getTime() : 0, at) + hour;
  return next > at + maxHours * hour ? null : toInstant(new Date(next));
}

/** How many people hold a pass of a campaign. Counting a million passes would take too long for a push. */
export const passCounts = table({
  name: 'PassCounts',
  tableName: 'pass_counts',
  columns: {
    campaignId: column.key(column.text(16)),
    /** The pass type id at Apple, or the issuer id at Google. */
    issuer: column.key(column.text(100)),
    /** Usually empty. For people with passes of two issuers, the one that comes later in the alphabet. */
    other: column.key(column.text(100)),
    people: column.counter,
    /** How many passes of the issuer were ever saved. It is counted only where `other` is empty. */
    ever: column.counter,
  },
});

export async function countPeople(
  connection: Connection,
  campaignId: string,
  issuers: readonly string[],
): Promise<number> {
  const [counted] = await connection.rows<{ people: number | null }>(
    `SELECT SUM(CASE WHEN h.other = '' THEN h.people ELSE -h.people END) AS people FROM pass_counts h
       WHERE h.campaign_id = :campaignId AND h.issuer IN (:issuers) AND (h.other = '' OR h.other IN (:issuers))`,
    { campaignId, issuers },
  );
  return Number(counted?.people ?? 0);
}

type Owned = Pick<WalletPass, 'session' | 'member'>;

/**
 * Changes passes, and counts their holders. Locks all passes of the people. The counts come last, because other
 * transactions wait for those rows until the commit.
 */
export async function countingPasses(
  transaction: Transaction,
  passes: readonly Owned[],
  work: () => Promise<void>,
): Promise<void> {
  const before = await lockPasses(transaction, passes);
  await work();
  const after = await lockPasses(transaction, passes);
  const people = differences(passCountsOf(before), passCountsOf(after));
  const ever = differences(everSaved(before), everSaved(after));
  for (const name of [...new Set([...people.keys(), ...ever.keys()])].sort()) {
    // A deleted pass was saved too.
    const change = { people: people.get(name) ?? 0, ever: Math.max(0, ever.get(name) ?? 0) };
    if (change.people !== 0 || change.ever !== 0) await add(transaction, name, change);
  }
}

function differences(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  const names = [...before.keys(), ...after.keys()];
  return new Map(names.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]));
}

type Saved = Pick<WalletPass, 'campaignId' | 'session' | 'member' | 'issuer' | 'savedAt' | 'removedAt'>;

async function lockPasses(transaction: Transaction, passes: readonly Owned[]): Promise<Saved[]> {
  const found: Saved[] = [];
  for (const owner of ['session', 'member'] as const) {
    const owners = [...new Set(passes.flatMap((pass) => pass[owner] ?? []))];
    if (owners.length === 0) continue;
    const rows = await transaction.rows<Saved>(
      `SELECT w.campaign_id AS campaignId, w.session AS session, w.member AS member, w.issuer AS issuer,
           w.saved_at AS savedAt, w.removed_at AS removedAt
         FROM wallet_passes w WHERE w.${owner} IN (:owners) ${transaction.dialect.forUpdate}`,
      { owners },
    );
    found.push(...rows);
  }
  return found;
}

function passCountsOf(passes: readonly Saved[]): Map<string, number> {
  const saved = passes.filter(({ savedAt, removedAt }) => savedAt !== null && removedAt === null);
  const counts = new Map<string, number>();
  for (const of of Map.groupBy(saved, ({ session, member }) => session ?? Number(member)).values()) {
    const [{ campaignId } = { campaignId: '' }] = of;
    const issuers = of.map(({ issuer }) => issuer).sort();
    const pairs = issuers.flatMap((issuer, index) => ['', ...issuers.slice(index + 1)].map((other) => [issuer, other]));
    for (const pair of pairs) {
      const name = JSON.stringify([campaignId, ...pair]);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

function everSaved(passes: readonly Saved[]): Map<string, number> {
  const saved = passes.filter(({ savedAt }) => savedAt !== null);
  const byName = Map.groupBy(saved, ({ campaignId, issuer }) => JSON.stringify([campaignId, issuer, '']));
  return new Map([...byName].map(([name, { length }]) => [name, length]));
}

async function add(transaction: Transaction, name: string, { people, ever }: { people: number; ever: number }) {
  const row: string[] = JSON.parse(name);
  const update = `UPDATE pass_counts SET people = people + ?, ever = ever + ?
    WHERE campaign_id = ? AND issuer = ? AND other = ?`;
  // Update first: an INSERT that finds the row would take a shared lock on it, and two of these would deadlock.
  if ((await transaction.change(update, [people, ever, ...row])) > 0) return;
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO pass_counts (campaign_id, issuer, other, people) VALUES (?, ?, ?, 0)`,
    row,
  );
  await transaction.change(update, [people, ever, ...row]);
}

export const removePassCounts = removeRows('pass_counts', 'campaign_id');
