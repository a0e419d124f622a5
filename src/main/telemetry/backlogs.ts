import type { Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { sequences } from '../../kernel/database/sequence.ts';
import { now, toDate } from '../../kernel/values/instant.ts';

export interface Backlog {
  queue: string;
  /** The number of waiting items, up to 10,000. */
  depth: number;
  seconds: number;
}

export interface Lag {
  cursor: string;
  events: number;
}

const maxCounted = 10_000;

/** A queue with lanes. They know when their first item is due, so an idle queue costs little. */
const laneQueue = (queue: string, lanes: string, items: string, key: string) => ({
  ...{ queue, first: `SELECT MIN(w.next_due_at) AS dueAt FROM ${lanes} w WHERE w.next_due_at <= :at` },
  due: `${lanes} w JOIN ${items} d ON d.${key} = w.id AND d.due_at <= :at WHERE w.next_due_at <= :at`,
});

const dueJobs = `jobs j WHERE j.status IN ('QUEUED', 'RUNNING') AND j.due_at <= :at`;

const queues = [
  laneQueue('deliveries', 'webhook_endpoints', 'webhook_deliveries', 'endpoint_id'),
  laneQueue('messages', 'integrations', 'messages', 'integration_id'),
  laneQueue('notifications', 'wallet_lanes', 'wallet_notifications', 'lane_id'),
  { queue: 'jobs', first: `SELECT MIN(j.due_at) AS dueAt FROM ${dueJobs}`, due: dueJobs },
];

export function readBacklogs(database: Database): Promise<Backlog[]> {
  const at = now();
  const backlogs = queues.map(async ({ queue, first, due }) => {
    const [next] = await database.rows<{ dueAt: string | null }>(first, { at });
    if (!next?.dueAt) return { queue, depth: 0, seconds: 0 };
    return { queue, depth: await countUpTo(database, due, { at }), seconds: secondsSince(next.dueAt) };
  });
  return Promise.all(backlogs);
}

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
    `SELECT COUNT(*) AS amount FROM (SELECT 1 FROM ${from} LIMIT ${maxCounted}) AS waiting`,
    values,
  );
  return Number(counted?.amount ?? 0);
}

function secondsSince(instant: string): number {
  return Math.max(0, (Date.now() - toDate(instant).getTime()) / 1000);
}
