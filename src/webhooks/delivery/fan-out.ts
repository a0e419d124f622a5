import { aheadOf } from '../../kernel/clocks/account-clocks.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { atClock, type Instant, now, realNow } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import type { WebhookEndpoint } from '../endpoint/endpoint.ts';

const rowsAtOnce = 1000;

export type FannedEvent = Pick<Event, 'id' | 'accountId' | 'kind' | 'type' | 'createdAt'> & { position: number };

type Choosing = Pick<
  WebhookEndpoint,
  'id' | 'accountId' | 'kindList' | 'typeList' | 'includeSubaccounts' | 'createdAt'
>;

export class FanOutBatch {
  readonly #events = new Map<Choosing, FannedEvent[]>();
  amount = 0;

  add(event: FannedEvent, endpoints: readonly Choosing[]): void {
    this.amount += endpoints.length;
    for (const endpoint of endpoints) {
      const events = this.#events.get(endpoint) ?? [];
      events.push(event);
      this.#events.set(endpoint, events);
    }
  }

  async deliver(transaction: Transaction): Promise<void> {
    await addDeliveries(
      transaction,
      [...this.#events].map(([endpoint, events]) => ({ endpoint, events })),
    );
  }
}

const fields = `e.id AS id, e.position AS position, e.account_id AS accountId, e.kind AS kind, e.type AS type, e.created_at AS createdAt`;

const isEnabled = 'w.disabled_at IS NULL AND w.deleted_at IS NULL';

/** Filters events in the database: a bulk change may have 100,000 of them, in an account that has no endpoint. */
const mayBeReceived = `(
  EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.account_id = e.account_id AND ${isEnabled})
  OR EXISTS (SELECT 1 FROM accounts a JOIN webhook_endpoints w ON w.account_id = a.parent_id
             WHERE a.id = e.account_id AND ${isEnabled}))`;

/** Returns events in order, either of certain accounts or of all others. */
export function eventsBetween(
  transaction: Transaction,
  { after, upTo, of, except, size }: Range & { size: number },
): Promise<FannedEvent[]> {
  const accounts = of ? 'AND e.account_id IN (:of)' : except?.length ? 'AND e.account_id NOT IN (:except)' : '';
  return transaction.rows<FannedEvent>(
    `SELECT ${fields} FROM events e
       WHERE e.position > :after AND e.position <= :upTo ${accounts} AND ${mayBeReceived}
       ORDER BY e.position LIMIT ${size}`,
    { after, upTo, of: of ?? [], except: except ?? [] },
  );
}

interface Range {
  after: number;
  upTo: number;
  of?: readonly string[];
  except?: readonly string[];
}

export async function receiversOf(
  transaction: Transaction,
  happened: readonly FannedEvent[],
): Promise<(event: FannedEvent) => Choosing[]> {
  const accountIds = happened.map(({ accountId }) => accountId);
  const parents = await parentsOf(transaction, accountIds);
  const byOwner = Map.groupBy(await enabledEndpoints(transaction, parents), ({ accountId }) => accountId);
  return (event) => {
    const parent = parents.get(event.accountId) ?? null;
    const near = [...(byOwner.get(event.accountId) ?? []), ...(byOwner.get(parent ?? '') ?? [])];
    return near.filter((endpoint) => wants(endpoint, event, parent));
  };
}

async function parentsOf(transaction: Transaction, accountIds: string[]): Promise<Map<string, string | null>> {
  const rows = await transaction.rows<{ id: string; parentId: string | null }>(
    'SELECT a.id AS id, a.parent_id AS parentId FROM accounts a WHERE a.id IN (:ids)',
    {
      ids: [...new Set(accountIds)],
    },
  );
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

async function enabledEndpoints(transaction: Transaction, parents: Map<string, string | null>): Promise<Choosing[]> {
  const owners = new Set([...parents.keys(), ...parents.values()].filter((id) => id !== null));
  return transaction.rows<Choosing>(
    `SELECT w.id AS id, w.account_id AS accountId, w.kind_list AS kindList, w.type_list AS typeList,
         w.include_subaccounts AS includeSubaccounts, w.created_at AS createdAt
       FROM webhook_endpoints w WHERE w.account_id IN (:owners) AND ${isEnabled}`,
    { owners: [...owners] },
  );
}

/** Whether the account and the filters match, and the endpoint existed when the event happened. */
export function wants(endpoint: Choosing, event: FannedEvent, parentId: string | null): boolean {
  const isOwn = event.accountId === endpoint.accountId && event.type !== 'subaccount_removed';
  // The parent has an event of its own for the removal, because the subaccount no longer exists.
  const isOfSubaccount = [event.accountId, parentId].includes(endpoint.accountId);
  const isOurs = isOwn || (endpoint.includeSubaccounts === 1 && isOfSubaccount);
  return (
    isOurs &&
    event.createdAt >= endpoint.createdAt &&
    (endpoint.kindList?.split(',').includes(event.kind) ?? true) &&
    (endpoint.typeList?.split(',').includes(event.type) ?? true)
  );
}

/** Adds deliveries that do not exist yet, and wakes the endpoints. Returns how many are new. */
export async function addDeliveries(
  transaction: Transaction,
  batch: readonly { endpoint: Pick<WebhookEndpoint, 'id' | 'accountId'>; events: readonly FannedEvent[] }[],
): Promise<number> {
  const rows = batch.flatMap(({ endpoint, events }) =>
    events.map((event) => [
      newId('webhookDelivery'),
      endpoint.accountId,
      endpoint.id,
      event.id,
      String(event.position),
      atClock(aheadOf(endpoint.accountId), now),
    ]),
  );
  let added = 0;
  for (let done = 0; done < rows.length; done += rowsAtOnce)
    added += await insertDeliveries(transaction, rows.slice(done, done + rowsAtOnce));
  const concerned = batch.filter(({ events }) => events.length > 0).map(({ endpoint }) => endpoint.id);
  if (concerned.length > 0) await scheduleEndpoints(transaction, concerned, realNow());
  return added;
}

async function insertDeliveries(transaction: Transaction, rows: string[][]): Promise<number> {
  const { dialect } = transaction;
  const columns = ['id', 'account_id', 'endpoint_id', 'event_id', 'position', 'created_at'];
  return transaction.change(
    `${dialect.insertIfAbsent} INTO webhook_deliveries (${columns.join(', ')}, status, due_at, claims, failures)
       SELECT ${columns.map((column) => `r.${column}`).join(', ')}, 'PENDING', r.created_at, 0, 0
       FROM ${dialect.jsonRows(':rows', columns)} AS r ORDER BY r.ordinal`,
    { rows: JSON.stringify(rows) },
  );
}

/**
 * Makes endpoints due. It locks them: a claim could otherwise miss deliveries that are not yet committed, and clear the
 * time. The condition is not in the WHERE clause, because MySQL and MariaDB unlock rows that do not meet it.
 */
export async function scheduleEndpoints(
  transaction: Transaction,
  endpointIds: readonly string[],
  at: Instant,
): Promise<void> {
  await transaction.change(
    `UPDATE webhook_endpoints
       SET next_due_at = CASE WHEN next_due_at < :at OR disabled_at IS NOT NULL THEN next_due_at ELSE :at END
       WHERE id IN (:endpointIds)`,
    { endpointIds: [...endpointIds].sort(), at },
  );
  transaction.signal('deliveries');
}
