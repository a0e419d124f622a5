import { ofOpenAccount } from '../../accounts/account/account.ts';
import { rootsOnClocks } from '../../accounts/account/account-clock.ts';
import { onEachClock } from '../../kernel/clocks/account-clocks.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { type Event, isEmptied } from '../../kernel/event-log/event.ts';
import { readEventsOf } from '../../kernel/event-log/event-reader.ts';
import { tracesOf } from '../../kernel/event-log/traces/event-trace.ts';
import { claimOfDueLanes } from '../../kernel/leased-queue/due-lanes.ts';
import type { ClaimedBatch } from '../../kernel/leased-queue/lane.ts';
import type { Room } from '../../kernel/leased-queue/lanes.ts';
import { instantOfLease, type Leased, newLeaseEnd } from '../../kernel/leased-queue/lease.ts';
import { clockAhead, fromNow, inRealTime, now, toInstant } from '../../kernel/values/instant.ts';
import { endpointColumns, type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';
import { payloadContextOf } from '../payload/payload-context.ts';
import { deliveryColumns, type WebhookDelivery, webhookDeliveries } from './delivery.ts';
import type { Happened } from './delivery-attempt.ts';
import { scheduleEndpoints } from './fan-out.ts';

/** How many deliveries of an endpoint are read at once. A process holds at most as many. */
const candidates = 128;
/** How long a delivery waits for its event. */
const lagMilliseconds = 500;

export interface Claimed extends Leased {
  delivery: WebhookDelivery;
  endpoint: WebhookEndpoint;
  /** Null if the event was pruned, or if its account was removed. */
  happened: Happened | null;
  /** Whether it is the last claimed delivery of a FIFO endpoint. More deliveries may then be claimed. */
  endsBatch: boolean;
}

export async function claimDeliveries(database: Database, room: Room): Promise<ClaimedBatch<Claimed>[]> {
  const leaseEnd = newLeaseEnd();
  const chosen = await claimOfDueLanes<WebhookEndpoint, ClaimedDelivery>(
    database,
    dueEndpoints,
    room,
    async (transaction, endpoints) => {
      const [inOrder, parallel] = [endpoints.filter(({ fifo }) => fifo), endpoints.filter(({ fifo }) => !fifo)];
      return [
        ...(await chooseDue(transaction, parallel, room, leaseEnd)),
        ...(await chooseHeads(transaction, inOrder, room, leaseEnd)),
      ];
    },
  );
  return batchesOf(await withEvents(database, chosen, leaseEnd));
}

const dueEndpoints = {
  table: 'webhook_endpoints w',
  columns: endpointColumns,
  mayRun: ofOpenAccount,
  groupsOf: rootsOnClocks,
};

function batchesOf(claimed: readonly Claimed[]): ClaimedBatch<Claimed>[] {
  return [...Map.groupBy(claimed, ({ endpoint }) => endpoint.id)].map(([lane, items]) => ({
    lane,
    items,
    slots: null,
    inOrder: Boolean(items[0]?.endpoint.fifo),
  }));
}

type ClaimedDelivery = Pick<Claimed, 'delivery' | 'endpoint' | 'endsBatch'>;

async function chooseDue(
  transaction: Transaction,
  endpoints: readonly WebhookEndpoint[],
  room: Room,
  leaseEnd: number,
): Promise<ClaimedDelivery[]> {
  if (endpoints.length === 0) return [];
  const due = await candidatesOf(transaction, endpoints, 'd.due_at <= :now', 'd.due_at, d.position');
  const chosen = endpoints.flatMap((endpoint) =>
    room.take(endpoint.id, due.get(endpoint.id) ?? []).map((delivery) => ({ delivery, endpoint, endsBatch: false })),
  );
  await lease(transaction, chosen, leaseEnd);
  await transaction.change(
    `UPDATE webhook_endpoints SET next_due_at = (SELECT d.due_at FROM webhook_deliveries d ${transaction.dialect.useIndex('webhook_deliveries_due')}
         WHERE d.endpoint_id = webhook_endpoints.id AND d.due_at IS NOT NULL ORDER BY d.due_at LIMIT 1)
       WHERE id IN (:ids)`,
    { ids: endpoints.map(({ id }) => id) },
  );
  if (clockAhead() !== 0) await convertNextLooks(transaction, endpoints);
  return chosen;
}

/** Converts times on the clock of the account to real times. */
async function convertNextLooks(transaction: Transaction, endpoints: readonly WebhookEndpoint[]): Promise<void> {
  const ids = endpoints.map(({ id }) => id);
  const rows = await findRows(transaction, webhookEndpoints, { id: ids }, { select: ['id', 'nextDueAt'] });
  for (const { id, nextDueAt } of rows)
    if (nextDueAt !== null)
      await updateRows(transaction, webhookEndpoints, { id }, { nextDueAt: inRealTime(nextDueAt) });
}

/** Chooses deliveries. Stops at the first one that is not due. */
async function chooseHeads(
  transaction: Transaction,
  endpoints: readonly WebhookEndpoint[],
  room: Room,
  leaseEnd: number,
): Promise<ClaimedDelivery[]> {
  if (endpoints.length === 0) return [];
  const waiting = await candidatesOf(transaction, endpoints, 'd.due_at IS NOT NULL', 'd.position');
  const chosen: ClaimedDelivery[] = [];
  const at = now();
  for (const endpoint of endpoints) {
    const queue = waiting.get(endpoint.id) ?? [];
    const [head] = queue;
    // Another process is attempting this delivery, or it waits for a retry. Later deliveries must not overtake it.
    const notDue = queue.findIndex(({ dueAt }) => dueAt === null || dueAt > at);
    const taken = room.take(endpoint.id, notDue === -1 ? queue : queue.slice(0, notDue));
    chosen.push(...taken.map((delivery) => ({ delivery, endpoint, endsBatch: delivery === taken.at(-1) })));
    const nextDueAt = taken.length > 0 ? toInstant(new Date(leaseEnd)) : head?.dueAt ? inRealTime(head.dueAt) : null;
    await updateRows(transaction, webhookEndpoints, { id: endpoint.id }, { nextDueAt });
  }
  await lease(transaction, chosen, leaseEnd);
  return chosen;
}

async function candidatesOf(
  transaction: Transaction,
  endpoints: readonly WebhookEndpoint[],
  condition: string,
  order: string,
): Promise<Map<string, WebhookDelivery[]>> {
  const branches = endpoints.map(
    (_, index) =>
      `SELECT * FROM (SELECT ${deliveryColumns} FROM webhook_deliveries d ${transaction.dialect.useIndex('webhook_deliveries_due')}
       WHERE d.endpoint_id = :endpoint${index} AND ${condition} ORDER BY ${order} LIMIT ${candidates}) AS of${index}`,
  );
  const ids = Object.fromEntries(endpoints.map(({ id }, index) => [`endpoint${index}`, id]));
  const found = await transaction.rows<WebhookDelivery>(branches.join(' UNION ALL '), { ...ids, now: now() });
  return Map.groupBy(found, ({ endpointId }) => endpointId);
}

/** Claims deliveries. If the process dies, they come due again at the end of the lease. */
async function lease(transaction: Transaction, chosen: readonly ClaimedDelivery[], leaseEnd: number): Promise<void> {
  if (chosen.length === 0) return;
  await transaction.change(
    'UPDATE webhook_deliveries SET due_at = :leaseEnd, claims = claims + 1 WHERE number IN (:numbers)',
    {
      leaseEnd: instantOfLease(leaseEnd),
      numbers: chosen.map(({ delivery }) => delivery.number),
    },
  );
}

async function withEvents(
  database: Database,
  chosen: readonly ClaimedDelivery[],
  leaseEnd: number,
): Promise<Claimed[]> {
  if (chosen.length === 0) return [];
  const ids = [...new Set(chosen.map(({ delivery }) => delivery.eventId))];
  const { events: stored, first } = await readEventsOf(database, ids);
  const events = stored.filter((event) => !isEmptied(event));
  const contextsOf = await payloadContextOf(database, events);
  const traces = await tracesOf(database, ids);
  const happened = (event: Event) => ({ event, facts: contextsOf(event), traceparent: traces.get(event.id) ?? null });
  const byId = new Map(events.map((event) => [event.id, happened(event)]));
  const arrived = new Set(stored.map(({ id }) => id));
  const [claimed, early] = partedWhere(chosen, ({ eventId, position }) => arrived.has(eventId) || position <= first);
  await onEachClock(
    early,
    ({ endpoint }) => endpoint.accountId,
    (some) => deferredBy(database, some),
  );
  return claimed.map(({ delivery, endpoint, endsBatch }) => ({
    delivery: { ...delivery, claims: delivery.claims + 1 },
    endpoint,
    endsBatch,
    // The outcome of this delivery makes room for others that wait.
    urgent: true,
    happened: byId.get(delivery.eventId) ?? null,
    leaseEnd,
  }));
}

/**
 * Divides deliveries into those that may begin and the others. Those of FIFO endpoints must not overtake each other.
 */
function partedWhere(chosen: readonly ClaimedDelivery[], mayBegin: (delivery: WebhookDelivery) => boolean) {
  const held = new Set<string>();
  const parts: [ClaimedDelivery[], ClaimedDelivery[]] = [[], []];
  for (const one of chosen) {
    const begins = !held.has(one.endpoint.id) && mayBegin(one.delivery);
    if (!begins && one.endpoint.fifo) held.add(one.endpoint.id);
    parts[begins ? 0 : 1].push(one);
  }
  return parts;
}

/** Defers deliveries whose events have not arrived at the cluster node that was read. They soon come due again. */
async function deferredBy(database: Database, early: readonly ClaimedDelivery[]): Promise<void> {
  if (early.length === 0) return;
  const at = fromNow(lagMilliseconds);
  await database.transaction(async (transaction) => {
    // The leases have just begun, so no other process has claimed the deliveries.
    const numbers = early.map(({ delivery }) => delivery.number);
    await updateRows(transaction, webhookDeliveries, { number: numbers, status: 'PENDING' }, { dueAt: at });
    await scheduleEndpoints(transaction, [...new Set(early.map(({ endpoint }) => endpoint.id))], inRealTime(at));
  });
}
