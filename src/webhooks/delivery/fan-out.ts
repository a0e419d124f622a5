import type { Logger } from 'pino';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { lastPosition } from '../../kernel/event-log/event-sequencer.ts';
import { type Loop, startLoop } from '../../kernel/leased-queue/loop.ts';
import { newId } from '../../kernel/values/ids.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';
import type { WebhookEndpoint } from '../endpoint/endpoint.ts';

const eventsAtOnce = 500;
const deliveriesAtOnce = 5000;
const rowsAtOnce = 1000;

/** The fields of an event that determine which endpoints receive it. */
export type FannedEvent = Pick<Event, 'id' | 'accountId' | 'kind' | 'type' | 'createdAt'> & { position: number };

type Choosing = Pick<
  WebhookEndpoint,
  'id' | 'accountId' | 'kindList' | 'typeList' | 'includeSubaccounts' | 'createdAt'
>;

/**
 * Starts to create deliveries for events, in the order of their positions. Only one process at a time creates
 * deliveries.
 */
export function startFanOut(database: Database, log: Logger): Loop {
  return startLoop('fan-out', () => fanOut(database, log), { wakeups: database.signals.listen('positions'), log });
}

/**
 * Creates the deliveries of the next events and moves the cursor past them, in one transaction. Returns whether there
 * were any events.
 */
async function fanOut(database: Database, log: Logger): Promise<boolean> {
  const { webhook_fan_out: cursor = 0, event_position: last = 0 } = await positions(database);
  if (last < cursor) await rewind(database, log);
  if (last <= cursor) return false;
  return database.transaction(async (transaction) => {
    const [held] = await transaction.rows<{ value: number }>(
      `SELECT value FROM sequences WHERE name = 'webhook_fan_out' ${transaction.dialect.forUpdateSkipLocked}`,
    );
    const to = Math.min(last, (held?.value ?? last) + eventsAtOnce);
    if (!held || to <= held.value) return false;
    const happened = await transaction.rows<FannedEvent>(
      `SELECT e.id AS id, e.position AS position, e.account_id AS accountId, e.kind AS kind, e.type AS type, e.created_at AS createdAt
       FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position`,
      [held.value, to],
    );
    const done = await deliverTo(transaction, happened);
    await transaction.change(`UPDATE sequences SET value = ? WHERE name = 'webhook_fan_out'`, [done ?? to]);
    return true;
  });
}

/**
 * Moves the cursor back to the end of a log that was restored from a backup without it: otherwise the next events would
 * be skipped as if they had been delivered.
 */
async function rewind(database: Database, log: Logger): Promise<void> {
  const moved = await database.transaction(async (transaction) => {
    const last = await lastPosition(transaction);
    return transaction.change(`UPDATE sequences SET value = ? WHERE name = 'webhook_fan_out' AND value > ?`, [
      ...[last, last],
    ]);
  });
  if (moved > 0) log.error('the event log was restored from a backup: webhooks continue from its last event');
}

async function positions(connection: Connection): Promise<Record<string, number>> {
  const rows = await connection.rows<{ name: string; value: number }>(
    `SELECT name, value FROM sequences WHERE name IN ('webhook_fan_out', 'event_position')`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Creates deliveries until one transaction has enough. Returns the position of the last event that it handled;
 * undefined if no endpoint is enabled.
 */
async function deliverTo(transaction: Transaction, happened: readonly FannedEvent[]): Promise<number | undefined> {
  const parents = await parentsOf(
    transaction,
    happened.map(({ accountId }) => accountId),
  );
  const endpoints = await enabledEndpoints(transaction, parents);
  if (endpoints.length === 0) return undefined;
  const wanted = new Map<Choosing, FannedEvent[]>(endpoints.map((endpoint) => [endpoint, []]));
  let amount = 0;
  let done: number | undefined;
  for (const event of happened) {
    for (const [endpoint, events] of wanted) {
      if (!wants(endpoint, event, parents.get(event.accountId) ?? null)) continue;
      events.push(event);
      amount += 1;
    }
    done = event.position;
    if (amount >= deliveriesAtOnce) break;
  }
  await addDeliveries(
    transaction,
    [...wanted].map(([endpoint, events]) => ({ endpoint, events })),
  );
  return done;
}

/** Returns the accounts of the events, each with its parent. */
async function parentsOf(transaction: Transaction, accountIds: string[]): Promise<Map<string, string | null>> {
  const rows = await transaction.rows<{ id: string; parentId: string | null }>(
    ...bind('SELECT a.id AS id, a.parent_id AS parentId FROM accounts a WHERE a.id IN (:ids)', {
      ids: [...new Set(accountIds)],
    }),
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

async function enabledEndpoints(transaction: Transaction, parents: Map<string, string | null>): Promise<Choosing[]> {
  const owners = new Set([...parents.keys(), ...parents.values()].filter((id) => id !== null));
  return transaction.rows<Choosing>(
    ...bind(
      `SELECT w.id AS id, w.account_id AS accountId, w.kind_list AS kindList, w.type_list AS typeList,
         w.include_subaccounts AS includeSubaccounts, w.created_at AS createdAt
       FROM webhook_endpoints w WHERE w.account_id IN (:owners) AND w.disabled_at IS NULL AND w.deleted_at IS NULL`,
      { owners: [...owners] },
    ),
  );
}

/** Returns whether an endpoint receives an event: its filters match, and it existed when the event happened. */
export function wants(endpoint: Choosing, event: FannedEvent, parentId: string | null): boolean {
  const isOurs =
    event.accountId === endpoint.accountId || (endpoint.includeSubaccounts === 1 && parentId === endpoint.accountId);
  return (
    isOurs &&
    event.createdAt >= endpoint.createdAt &&
    (endpoint.kindList?.split(',').includes(event.kind) ?? true) &&
    (endpoint.typeList?.split(',').includes(event.type) ?? true)
  );
}

/**
 * Writes a delivery of each event to its endpoint unless one exists, and wakes the endpoints. Returns the number of new
 * deliveries.
 */
export async function addDeliveries(
  transaction: Transaction,
  wanted: readonly { endpoint: Pick<WebhookEndpoint, 'id' | 'accountId'>; events: readonly FannedEvent[] }[],
): Promise<number> {
  const rows = wanted.flatMap(({ endpoint, events }) =>
    events.map((event) => [
      newId('webhookDelivery'),
      endpoint.accountId,
      endpoint.id,
      event.id,
      String(event.position),
    ]),
  );
  let added = 0;
  const at = now();
  for (let done = 0; done < rows.length; done += rowsAtOnce)
    added += await insertDeliveries(transaction, rows.slice(done, done + rowsAtOnce), at);
  const concerned = wanted.filter(({ events }) => events.length > 0).map(({ endpoint }) => endpoint.id);
  if (concerned.length > 0) await lookAt(transaction, concerned, at);
  return added;
}

async function insertDeliveries(transaction: Transaction, rows: string[][], at: Instant): Promise<number> {
  const { dialect } = transaction;
  const columns = ['id', 'account_id', 'endpoint_id', 'event_id', 'position'];
  return transaction.change(
    ...bind(
      `${dialect.insertIfAbsent} INTO webhook_deliveries (${columns.join(', ')}, status, created_at, due_at, claims, failures)
       SELECT ${columns.map((column) => `r.${column}`).join(', ')}, 'PENDING', :at, :at, 0, 0
       FROM ${dialect.jsonRows(':rows', columns)} AS r ORDER BY r.ordinal`,
      { at, rows: JSON.stringify(rows) },
    ),
  );
}

/** Makes workers check these endpoints for due deliveries. */
export async function lookAt(transaction: Transaction, endpointIds: readonly string[], at: Instant): Promise<void> {
  await transaction.change(
    ...bind(
      `UPDATE webhook_endpoints SET next_due_at = :at
       WHERE id IN (:endpointIds) AND disabled_at IS NULL AND (next_due_at IS NULL OR next_due_at > :at)`,
      { endpointIds: [...endpointIds].sort(), at },
    ),
  );
  transaction.signal('deliveries');
}
