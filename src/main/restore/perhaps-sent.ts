import type { Connection, Database } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { events as eventsTable } from '../../kernel/event-log/event.ts';
import { holdMessages, type WaitingMessage } from '../../messaging/delivery/restored-messages.ts';
import { messages as messagesTable } from '../../messaging/message/message.ts';
import { webhookDeliveries } from '../../webhooks/delivery/delivery.ts';
import { holdDeliveries, type WaitingDelivery } from '../../webhooks/recovery/restored-deliveries.ts';
import { type Sending, type StoppedJob, stopJobs } from './stopped-jobs.ts';

export interface PerhapsSent {
  messages: string[];
  webhooks: string[];
  jobs: StoppedJob[];
}

/** Holds items that may have been sent. Those that were not attempted, according to the lost database, keep waiting. */
export async function holdPerhapsSent(
  database: Database,
  lost: Connection | null,
  sendAgain: ReadonlySet<Sending>,
): Promise<PerhapsSent> {
  const jobs = await stopJobs(database, sendAgain);
  const messages = sendAgain.has('messages')
    ? []
    : await holdMessages(database, async (waiting) => (lost ? unsentIn(lost, waiting) : new Set()));
  const webhooks = sendAgain.has('webhooks')
    ? []
    : await holdDeliveries(database, async (waiting) => (lost ? undeliveredIn(lost, waiting) : new Set()));
  return { messages, webhooks, jobs };
}

/**
 * Returns the messages that were never handed over. A message becomes SENDING before the handover, so one that is
 * QUEUED in the lost database never was.
 */
async function unsentIn(lost: Connection, waiting: readonly WaitingMessage[]): Promise<Set<string>> {
  const ids = waiting.filter(({ status }) => status === 'QUEUED').map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await findRows(lost, messagesTable, { id: ids, status: 'QUEUED' }, { select: ['id'] });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the deliveries that were not attempted after the backup. The lost database may have a different id for a
 * delivery, or lack it. If there are as many claims as failures, no attempt is in progress.
 */
async function undeliveredIn(lost: Connection, waiting: readonly WaitingDelivery[]): Promise<Set<string>> {
  const eventIds = [...new Set(waiting.map(({ eventId }) => eventId))];
  const events = await findRows(lost, eventsTable, { id: eventIds }, { select: ['id', 'position'] });
  const positions = events.flatMap(({ position }) => position ?? []);
  const rows = positions.length === 0 ? [] : await deliveriesIn(lost, waiting, positions);
  const known = new Map(rows.map((row) => [`${row.endpointId} ${row.eventId}`, row]));
  const isUntried = ({ endpointId, eventId, claims }: WaitingDelivery) => {
    const then = known.get(`${endpointId} ${eventId}`);
    return !then || (then.status === 'PENDING' && then.claims === claims && then.failures === claims);
  };
  return new Set(waiting.filter(isUntried).map(({ id }) => id));
}

function deliveriesIn(lost: Connection, waiting: readonly WaitingDelivery[], positions: readonly number[]) {
  const endpointIds = [...new Set(waiting.map(({ endpointId }) => endpointId))];
  return findRows(
    lost,
    webhookDeliveries,
    { endpointId: endpointIds, position: positions },
    { select: ['endpointId', 'eventId', 'status', 'claims', 'failures'] },
  );
}
