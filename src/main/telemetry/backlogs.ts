import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now, toDate } from '../../kernel/values/instant.ts';

/** What waits, and how long the first has waited. */
export interface Backlog {
  queue: string;
  /** At most 10,000. */
  depth: number;
  seconds: number;
}

/** How many events a reader is behind. */
export interface Lag {
  cursor: string;
  events: number;
}

const most = 10_000;

/** Lanes and their items. Lanes know when their first item is due, so little is read while nothing waits. */
const laneQueues = [
  { queue: 'deliveries', lanes: 'webhook_endpoints', items: 'webhook_deliveries', key: 'endpoint_id' },
  { queue: 'messages', lanes: 'integrations', items: 'messages', key: 'integration_id' },
  { queue: 'tellings', lanes: 'wallet_lanes', items: 'wallet_tellings', key: 'lane_id' },
];

export async function readBacklogs(database: Database): Promise<Backlog[]> {
  const at = now();
  const backlogs = laneQueues.map(async ({ queue, lanes, items, key }) => {
    const [first] = await database.rows<{ dueAt: string | null }>(
      `SELECT MIN(w.next_due_at) AS dueAt FROM ${lanes} w WHERE w.next_due_at <= ?`,
      [at],
    );
    if (!first?.dueAt) return { queue, depth: 0, seconds: 0 };
    const depth = await countUpTo(
      database,
      `${lanes} w JOIN ${items} d ON d.${key} = w.id AND d.due_at <= :at WHERE w.next_due_at <= :at`,
      { at },
    );
    return { queue, depth, seconds: secondsSince(first.dueAt) };
  });
  return Promise.all([...backlogs, jobBacklog(database, at)]);
}

async function jobBacklog(database: Database, at: string): Promise<Backlog> {
  const due = `jobs j WHERE j.status IN ('QUEUED', 'RUNNING') AND j.due_at <= :at`;
  const [first] = await database.rows<{ dueAt: string | null }>(
    ...bind(`SELECT MIN(j.due_at) AS dueAt FROM ${due}`, { at }),
  );
  const depth = first?.dueAt ? await countUpTo(database, due, { at }) : 0;
  return { queue: 'jobs', depth, seconds: first?.dueAt ? secondsSince(first.dueAt) : 0 };
}

/** The sequences that hold how far the readers of the event log have come. */
const cursors = { webhook_fan_out: 'deliveries', statistics: 'statistics', wallet_updates: 'wallets' };

export async function readLags(database: Database): Promise<Lag[]> {
  const found = await findRows(
    database,
    sequences,
    { name: ['event_position', ...Object.keys(cursors)] },
    { select: ['name', 'value'] },
  );
  const values = new Map(found.map(({ name, value }) => [name, Number(value)]));
  const last = values.get('event_position') ?? 0;
  const unordered = await countUpTo(database, 'events e WHERE e.position IS NULL', {});
  const readers = Object.entries(cursors).map(([name, cursor]) => ({
    cursor,
    events: Math.max(0, last - (values.get(name) ?? last)),
  }));
  return [{ cursor: 'order', events: unordered }, ...readers];
}

async function countUpTo(database: Database, from: string, values: Record<string, string>): Promise<number> {
  const [counted] = await database.rows<{ amount: number }>(
    ...bind(`SELECT COUNT(*) AS amount FROM (SELECT 1 FROM ${from} LIMIT ${most}) AS waiting`, values),
  );
  return Number(counted?.amount ?? 0);
}

function secondsSince(instant: string): number {
  return Math.max(0, (Date.now() - toDate(instant).getTime()) / 1000);
}
