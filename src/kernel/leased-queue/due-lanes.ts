import { aheadOf } from '../clocks/account-clocks.ts';
import type { Connection, Database, Transaction } from '../database/database.ts';
import { atClock, realNow } from '../values/instant.ts';
import type { GroupedLane } from './lane.ts';
import type { Room } from './lanes.ts';

const lanesAtOnce = 32;
const maxCandidates = 1000;
const maxTries = 4;

/** `next_due_at` is in real time, even for test accounts, and it may be too early. */
interface LaneRows {
  table: string;
  columns: string;
  mayRun: string;
  groupsOf: (connection: Connection, accountIds: readonly string[]) => Promise<Map<string, string>>;
}

/**
 * Claims due rows. Groups take turns, and all rows of a claim are on one clock. Locked rows are skipped, so only one
 * process at a time claims from a lane.
 */
export async function claimOfDueLanes<Row, Claimed>(
  database: Database,
  rows: LaneRows,
  room: Room,
  claim: (transaction: Transaction, lanes: Row[]) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  const open = roundRobin(await openLanes(database, rows, room));
  for (const [ahead, due] of Map.groupBy(open, ({ accountId }) => aheadOf(accountId))) {
    const claimed = await atClock(ahead, () => claimOf(database, rows, due, claim));
    if (claimed.length > 0) return claimed;
  }
  return [];
}

async function claimOf<Row, Claimed>(
  database: Database,
  rows: LaneRows,
  due: readonly GroupedLane[],
  claim: (transaction: Transaction, lanes: Row[]) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  for (let tried = 0; tried < Math.min(due.length, maxTries * lanesAtOnce); tried += lanesAtOnce) {
    const ids = due.slice(tried, tried + lanesAtOnce).map(({ id }) => id);
    const claimed = await database.transaction(async (transaction) => {
      const lanes = await lockLanes<Row>(transaction, rows, ids);
      return lanes.length === 0 ? null : claim(transaction, lanes);
    });
    if (claimed) return claimed;
  }
  return [];
}

/** Repeats the search without groups that are full, until it finds a group with room. */
async function openLanes(connection: Connection, rows: LaneRows, room: Room): Promise<GroupedLane[]> {
  for (;;) {
    const due = await dueLanes(connection, rows, room);
    const open = room.offer(due);
    if (open.length > 0 || due.length < maxCandidates) return open;
  }
}

async function dueLanes(connection: Connection, { table, mayRun, groupsOf }: LaneRows, room: Room) {
  const { busyLanes, busyAccounts } = room;
  const conditions = [
    'next_due_at <= :now',
    mayRun,
    ...(busyLanes.length > 0 ? ['id NOT IN (:busyLanes)'] : []),
    ...(busyAccounts.length > 0 ? ['account_id NOT IN (:busyAccounts)'] : []),
  ];
  const lanes = await connection.rows<{ id: string; accountId: string }>(
    `SELECT id, account_id AS accountId FROM ${table}
       WHERE ${conditions.join(' AND ')} ORDER BY next_due_at LIMIT ${maxCandidates}`,
    { now: realNow(), busyLanes, busyAccounts },
  );
  if (lanes.length === 0) return [];
  const groups = await groupsOf(
    connection,
    lanes.map(({ accountId }) => accountId),
  );
  return lanes.map((lane) => ({ ...lane, group: groups.get(lane.accountId) ?? lane.accountId }));
}

function lockLanes<Row>(transaction: Transaction, { table, columns }: LaneRows, ids: readonly string[]) {
  return transaction.rows<Row>(
    `SELECT ${columns} FROM ${table}
       WHERE id IN (:ids) AND next_due_at <= :now ${transaction.dialect.forUpdateSkipLocked}`,
    { now: realNow(), ids },
  );
}

/** Sorts lanes so that the first lane of each group comes before the second lane of any group. */
function roundRobin(lanes: readonly GroupedLane[]): GroupedLane[] {
  const rounds: GroupedLane[][] = [];
  for (const group of Map.groupBy(lanes, ({ group }) => group).values())
    for (const [round, lane] of group.entries()) {
      rounds[round] ??= [];
      rounds[round].push(lane);
    }
  return rounds.flat();
}
