import type { Transaction } from '../database/database.ts';
import { bind } from '../database/statement.ts';
import { newId } from '../values/ids.ts';
import { now } from '../values/instant.ts';
import { events } from './event.ts';
import type { EventKind, EventType } from './event-catalog.ts';
import { sharedEvents } from './shared-event.ts';

export interface NewEvent<Kind extends EventKind> {
  kind: Kind;
  type: EventType<Kind>;
  accountId: string;
  keyId: string | null;
  campaignId?: string;
  /** The noun after the change. */
  data: object;
}

/**
 * Inserts the event in the transaction of the change that it describes. It stands in the log of its account and of the
 * account that it is shared with.
 */
export async function record<Kind extends EventKind>(
  transaction: Transaction,
  event: NewEvent<Kind>,
  sharedWith: string | null = null,
): Promise<void> {
  const { data, campaignId = null, ...rest } = event;
  const id = newId('event');
  await transaction.manager.insert(events, {
    ...rest,
    id,
    createdAt: now(),
    campaignId,
    data: JSON.stringify(data),
  });
  if (sharedWith) await transaction.manager.insert(sharedEvents, { eventId: id, accountId: sharedWith });
  transaction.signal('events');
}

/** Inserts any number of events in one statement. One parameter holds them all as JSON. */
export async function recordEach<Kind extends EventKind>(
  transaction: Transaction,
  newEvents: readonly NewEvent<Kind>[],
): Promise<void> {
  if (newEvents.length === 0) return;
  const rows = newEvents.map(({ kind, type, accountId, keyId, campaignId = null, data }) => [
    newId('event'),
    accountId,
    kind,
    type,
    campaignId,
    keyId,
    JSON.stringify(data),
  ]);
  const columns = ['id', 'account_id', 'kind', 'type', 'campaign_id', 'key_id'];
  await transaction.change(
    ...bind(
      `INSERT INTO events (${columns}, data, created_at)
       SELECT ${columns.map((column) => `r.${column}`)}, r.data, :at FROM ${transaction.dialect.jsonRows(':rows', columns, ['data'])} AS r`,
      { rows: JSON.stringify(rows), at: now() },
    ),
  );
  transaction.signal('events');
}
