import { now } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { EventKind, EventType } from './catalog.ts';
import { events } from './event.ts';

export interface Happening<Kind extends EventKind> {
  kind: Kind;
  type: EventType<Kind>;
  accountId: string;
  keyId: string | null;
  campaignId?: string;
  /** The noun after the change. */
  data: object;
}

/** Writes the event in the transaction of the change that it tells of. */
export async function record<Kind extends EventKind>(
  transaction: Transaction,
  happening: Happening<Kind>,
): Promise<void> {
  const { data, campaignId = null, ...rest } = happening;
  await transaction.manager.insert(events, {
    ...rest,
    id: newId('event'),
    createdAt: now(),
    campaignId,
    data: JSON.stringify(data),
  });
  transaction.signal('events');
}
