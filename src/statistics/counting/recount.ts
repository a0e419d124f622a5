import { snakeCase } from '../../kernel/database/columns.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import type { Job, JobProgress } from '../../kernel/jobs/job.ts';
import { type CreationJob, createSessionsJob } from '../../sessions/batch/batch-creation.ts';
import { addCounts, type Counter, type Counts, counters } from '../tally/counters.ts';
import { spans } from '../tally/statistics.ts';
import { type CountedEvent, countedColumns, counting, countsOf, detailedTypes } from './event-counting.ts';

const eventsAtOnce = 2000;

interface Difference {
  campaign: string;
  what: string;
}

export interface Recount {
  campaigns: number;
  counted: number;
  waiting: number;
  differences: Difference[];
}

/**
 * Compares the statistics with a count of all records, the totals with the sums of the buckets, and the accounts with
 * their campaigns. It reads a snapshot, and adds the events that are not counted yet, so the service can keep running.
 */
export async function recountStatistics(given: Database): Promise<Recount> {
  await using moment = await given.moment();
  const { database } = moment;
  const { cursor } = await counting.positions(database);
  const inJobs = await countsInJobs(database);
  const differences: Difference[] = [];
  let campaigns = 0;
  for (const recount of recounts) {
    for await (const recounted of recordsOf(database, recount)) {
      campaigns += 1;
      const counts = { ...(await totalsOf(database, recounted.id)) };
      addCounts(counts, inJobs.get(recounted.id) ?? {});
      for await (const event of uncountedEvents(database, recounted, cursor)) addCounts(counts, countsOf(event) ?? {});
      differences.push(...differencesOf(recounted, recount.rules, counts));
    }
  }
  differences.push(...(await bucketDifferences(database)), ...(await accountDifferences(database)));
  return { campaigns, counted: cursor, waiting: await countWaiting(database, cursor), differences };
}

async function countWaiting(connection: Connection, cursor: number): Promise<number> {
  const [row] = await connection.rows<{ amount: number }>(
    `SELECT (SELECT COUNT(*) FROM events e WHERE e.position > ?) +
       (SELECT COUNT(*) FROM events e WHERE e.position IS NULL) AS amount`,
    [cursor],
  );
  return Number(row?.amount);
}

/** Yields the events of a campaign that have no position, and those after the cursor. */
async function* uncountedEvents(
  connection: Connection,
  { id, accountId }: Recounted,
  cursor: number,
): AsyncGenerator<CountedEvent> {
  for (const place of ['e.position IS NULL', 'e.position > :cursor']) {
    for (let after = 0; ; ) {
      const found = await connection.rows<CountedEvent & { number: number }>(
        `SELECT e.number, ${countedColumns} FROM events e ${connection.dialect.useIndex('events_campaign')}
           WHERE e.campaign_id = :id AND e.account_id = :accountId AND ${place} AND e.number > :after
           ORDER BY e.number LIMIT ${eventsAtOnce}`,
        { id, accountId, cursor, after, detailedTypes },
      );
      yield* found;
      if (found.length < eventsAtOnce) break;
      after = found.at(-1)?.number ?? 0;
    }
  }
}

async function countsInJobs(connection: Connection): Promise<Map<string, Partial<Counts>>> {
  const byCoupon = new Map<string, Partial<Counts>>();
  const jobs = await connection.rows<Pick<Job, 'input' | 'progress'>>(
    `SELECT j.input, j.progress FROM jobs j WHERE j.kind = ? AND j.status IN ('QUEUED', 'RUNNING', 'PAUSED')`,
    [createSessionsJob.kind],
  );
  for (const { input, progress } of jobs) {
    const { coupon, status, amount } = JSON.parse(input) as CreationJob;
    const { created } = JSON.parse(progress ?? '') as JobProgress;
    if (created >= amount) continue; // The event is recorded.
    const counts = byCoupon.get(coupon) ?? {};
    addCounts(
      counts,
      countsOf({ type: 'coupon_batch_created', data: JSON.stringify({ amount: created, status }) }) ?? {},
    );
    byCoupon.set(coupon, counts);
  }
  return byCoupon;
}

/** The expected number of records: `added` minus `taken`. */
interface Rule {
  added: readonly Counter[];
  taken: readonly Counter[];
  /** The counter of removed objects, whose records are missing. At most this many records may be missing. */
  missing?: Counter;
  /** If this counter is not zero, skip the check: the removed records had an unknown number of facts. */
  unless?: Counter;
}

interface Recounting {
  /**
   * Selects the next campaign after `?`. Its columns have the names of the rules, and the numbers of the campaign's
   * records.
   */
  sql: string;
  rules: Record<string, Rule>;
}

type Recounted = { id: string; accountId: string } & Record<string, number | string>;

const entriesOf = (what: string, condition: string) =>
  `(SELECT COALESCE(SUM(${what}), 0) FROM loyalty_members m JOIN ledger_entries l ON l.member = m.number
    WHERE m.card_id = c.id AND l.reward_id IS NULL AND ${condition})`;

const recounts: readonly Recounting[] = [
  {
    sql: `SELECT c.id AS id, c.account_id AS accountId, COUNT(s.sequence) AS sessions, COUNT(s.opened_at) AS opened, COUNT(s.claimed_at) AS claimed,
        COUNT(s.validated_at) AS validated, COUNT(s.voided_at) AS voided
      FROM coupons c LEFT JOIN coupon_sessions s ON s.coupon_id = c.id
      WHERE c.id = (SELECT MIN(n.id) FROM coupons n WHERE n.id > ? AND n.deleted_at IS NULL) GROUP BY c.id, c.account_id`,
    rules: {
      sessions: { added: ['created'], taken: ['removed'] },
      opened: { added: ['opened'], taken: [], missing: 'removed' },
      claimed: { added: ['claimed'], taken: [], missing: 'removed' },
      validated: { added: ['validated'], taken: ['unvalidated'], missing: 'removed' },
      voided: { added: ['voided'], taken: ['unvoided'], missing: 'removed' },
    },
  },
  {
    sql: `SELECT c.id AS id, c.account_id AS accountId, (SELECT COUNT(*) FROM loyalty_members m WHERE m.card_id = c.id) AS members,
        ${entriesOf('l.delta', `l.unit = 'STAMPS'`)} AS stamps, ${entriesOf('l.delta', `l.unit = 'POINTS'`)} AS points
      FROM loyalty_cards c WHERE c.id = (SELECT MIN(n.id) FROM loyalty_cards n WHERE n.id > ? AND n.deleted_at IS NULL)`,
    rules: {
      members: { added: ['members'], taken: ['membersRemoved'] },
      stamps: { added: ['stampsAdded'], taken: ['stampsRemoved'], unless: 'membersRemoved' },
      points: { added: ['pointsAdded'], taken: ['pointsRemoved'], unless: 'membersRemoved' },
    },
  },
  {
    sql: `SELECT d.id AS id, d.account_id AS accountId, (SELECT COUNT(*) FROM directory_users u WHERE u.directory_id = d.id) AS members
      FROM directories d WHERE d.id = (SELECT MIN(n.id) FROM directories n WHERE n.id > ? AND n.deleted_at IS NULL)`,
    rules: { members: { added: ['members'], taken: ['membersRemoved'] } },
  },
];

async function* recordsOf(database: Database, { sql }: Recounting): AsyncGenerator<Recounted> {
  for (let after = ''; ; ) {
    const [found] = await database.rows<Recounted>(sql, [after]);
    if (!found) return;
    yield found;
    after = found.id;
  }
}

const selected = (alias: string) =>
  counters.map((counter) => `${alias}.${snakeCase(counter)} AS ${counter}`).join(', ');

const summed = (alias: string) =>
  counters.map((counter) => `COALESCE(SUM(${alias}.${snakeCase(counter)}), 0) AS ${counter}`).join(', ');

async function totalsOf(connection: Connection, id: string): Promise<Counts | undefined> {
  const [totals] = await connection.rows<Counts>(
    `SELECT ${selected('t')} FROM statistics_totals t WHERE t.campaign_id = ?`,
    [id],
  );
  return totals;
}

function differencesOf(recounted: Recounted, rules: Record<string, Rule>, counted: Partial<Counts>): Difference[] {
  const sumOf = (...names: readonly Counter[]) => names.reduce((sum, name) => sum + (counted[name] ?? 0), 0);
  return Object.entries(rules).flatMap(([name, { added, taken, missing, unless }]) => {
    if (unless && sumOf(unless) > 0) return [];
    const expected = Number(recounted[name]);
    const found = sumOf(...added) - sumOf(...taken);
    const isRight = found >= expected && found <= expected + (missing ? sumOf(missing) : 0);
    const words = [added.join(' + '), ...taken].join(' - ');
    return isRight
      ? []
      : [{ campaign: recounted.id, what: `${words} is ${found}, but there are ${expected} (${name})` }];
  });
}

async function bucketDifferences(database: Database): Promise<Difference[]> {
  const differences: Difference[] = [];
  const ids = await database.rows<{ id: string }>('SELECT t.campaign_id AS id FROM statistics_totals t ORDER BY 1');
  for (const { id } of ids) {
    const totals = await totalsOf(database, id);
    for (const span of spans) {
      const [sums] = await database.rows<Counts>(
        `SELECT ${summed('s')} FROM statistics s WHERE s.campaign_id = ? AND s.span = ?`,
        [id, span],
      );
      differences.push(...unequal(id, totals, sums, span === 1 ? 'its quarter hours' : 'its hours'));
    }
  }
  return differences;
}

async function accountDifferences(database: Database): Promise<Difference[]> {
  const sums = await database.rows<Counts & { accountId: string }>(
    `SELECT t.account_id AS accountId, ${summed('t')} FROM statistics_totals t
     WHERE t.campaign_id <> t.account_id GROUP BY t.account_id`,
  );
  const differences: Difference[] = [];
  for (const { accountId, ...campaigns } of sums) {
    const account = await totalsOf(database, accountId);
    // Attempts with unknown codes belong to no campaign.
    const totals = account && { ...account, refused: campaigns.refused };
    differences.push(...unequal(accountId, totals, campaigns, 'its campaigns'));
  }
  return differences;
}

function unequal(campaign: string, totals: Counts | undefined, sums: Counts | undefined, of: string): Difference[] {
  return counters
    .filter((counter) => Number(totals?.[counter] ?? 0) !== Number(sums?.[counter] ?? 0))
    .map((counter) => ({
      campaign,
      what: `the total of ${counter} is ${totals?.[counter] ?? 0}, but the sum of ${of} is ${sums?.[counter] ?? 0}`,
    }));
}
