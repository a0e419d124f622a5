import { And, type FindOperator, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { findRows, hasRow, insertRows, updateRows } from '../../../kernel/database/rows.ts';
import { sequences } from '../../../kernel/database/sequence.ts';
import { events } from '../../../kernel/event-log/event.ts';
import { daysAgo, type Instant, now } from '../../../kernel/values/instant.ts';
import { newId } from '../../../vocabulary/ids.ts';
import { webhookAttempts, webhookDeliveries } from '../../../webhooks/delivery/delivery.ts';
import { webhookEndpoints } from '../../../webhooks/endpoint/endpoint.ts';
import { minutesAfter } from './calendar.ts';
import type { YearInput } from './deed.ts';

const existsDays = 60;
const maxShown = 120;

const histories = [
  { name: 'failing', type: 'coupon_validated', days: 12, failsDays: 2.5 },
  { name: 'healthy', type: 'loyalty_user_created', days: 30, failsDays: 0 },
] as const;

/** Returns false until all events have positions. Backdates the endpoints last, so that they get no past events. */
export function writeDeliveries(database: Database, { account, endpoints, until }: YearInput): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await isBehind(transaction)) return false;
    for (const { name, type, days, failsDays } of histories) {
      const shown = And(MoreThanOrEqual(daysAgo(days)), LessThan(until));
      const sent = await eventsOf(transaction, { accountId: account, type, createdAt: shown });
      const failing = daysAgo(failsDays);
      await write(transaction, { accountId: account, endpointId: endpoints[name] }, sent, failing);
      const first = sent.find(({ createdAt }) => createdAt >= failing);
      const failure = first && { failingSince: first.createdAt, nextDueAt: minutesAfter(now(), firstRetryMinutes) };
      const changes = { createdAt: daysAgo(existsDays), ...failure };
      await updateRows(transaction, webhookEndpoints, { id: endpoints[name] }, changes);
    }
    return true;
  });
}

async function isBehind(transaction: Transaction): Promise<boolean> {
  if (await hasRow(transaction, events, { position: null })) return true;
  const found = await findRows(transaction, sequences, { name: ['event_position', 'webhook_fan_out'] });
  const positionOf = (which: string) => Number(found.find(({ name }) => name === which)?.value ?? 0);
  return positionOf('webhook_fan_out') < positionOf('event_position');
}

interface Sent {
  id: string;
  position: number;
  createdAt: Instant;
}

async function eventsOf(
  transaction: Transaction,
  which: { accountId: string; type: string; createdAt: FindOperator<Instant> },
): Promise<Sent[]> {
  const newest = await findRows(transaction, events, which, {
    ...{ select: ['id', 'position', 'createdAt'], order: { position: 'DESC' }, take: maxShown },
  });
  return newest.reverse() as Sent[];
}

const firstRetryMinutes = 25;

/** In minutes, like the service's retries. */
const retries = [0, 0.1, 5, 30];

async function write(
  transaction: Transaction,
  endpoint: { accountId: string; endpointId: string },
  events: readonly Sent[],
  failing: Instant,
): Promise<void> {
  const deliveries = events.map(({ id: eventId, position, createdAt }, index) => {
    const isDelivered = createdAt < failing;
    const isOver = isDelivered || createdAt < daysAgo(1);
    const attempts = isDelivered ? { claims: 1, failures: 0 } : { claims: retries.length, failures: retries.length };
    return {
      ...{ id: newId('webhookDelivery'), ...endpoint, eventId, position, createdAt, ...attempts },
      status: isDelivered ? 'DELIVERED' : isOver ? 'FAILED' : 'PENDING',
      dueAt: isOver ? null : minutesAfter(now(), firstRetryMinutes + index / 2),
      finishedAt: isOver ? minutesAfter(createdAt, isDelivered ? 0.01 : 1440) : null,
    } as const;
  });
  await insertRows(transaction, webhookDeliveries, deliveries);
  const written = await findRows(
    transaction,
    webhookDeliveries,
    { endpointId: endpoint.endpointId, id: deliveries.map(({ id }) => id) },
    { select: ['number', 'status', 'createdAt'] },
  );
  await insertRows(transaction, webhookAttempts, written.flatMap(attemptsOf));
}

const success = { status: 200, response: '{"ok":true}', error: null };
const failure = {
  ...{ status: 503, response: '<html><title>503 Service Unavailable</title></html>' },
  error: 'The endpoint answered with the status 503.',
};

function attemptsOf({ number, status, createdAt }: { number: number; status: string; createdAt: Instant }) {
  const [outcome, minutes] = status === 'DELIVERED' ? [success, [0.005]] : [failure, retries];
  return minutes.map((later, index) => ({
    ...{ deliveryNumber: number, number: index + 1, at: minutesAfter(createdAt, later), ...outcome },
    milliseconds: 40 + ((number * 37) % 160),
  }));
}
