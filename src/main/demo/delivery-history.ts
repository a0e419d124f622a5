import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, hasRow, insertRow, insertRows, requireRow } from '../../kernel/database/rows.ts';
import { type Event, events } from '../../kernel/event-log/event.ts';
import { processRuntime } from '../../kernel/security/runtime.ts';
import { daysAgo } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { deliveryRow, webhookAttempts, webhookDeliveries } from '../../webhooks/delivery/delivery.ts';
import { addEndpoint, saveEndpoint, webhookEndpoints } from '../../webhooks/endpoint/endpoint.ts';
import { minutesAfter } from './calendar.ts';
import { endpoints } from './content.ts';
import type { YearInput } from './deeds.ts';

/** Adds endpoints with a history. Returns false until all events have positions. */
export function writeDeliveries(database: Database, { account: accountId, until }: YearInput): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await hasRow(transaction, webhookEndpoints, { accountId })) return true;
    if (await hasRow(transaction, events, { position: null })) return false;
    for (const { shownDays, failsDays, ...settings } of endpoints) {
      const { endpoint } = await addEndpoint(transaction, processRuntime().secrets, accountId, settings);
      const createdAt = And(MoreThanOrEqual(daysAgo(shownDays)), LessThan(until));
      const newest = { order: { position: 'DESC' }, take: 60 } as const;
      const sent = await findRows(transaction, events, { accountId, type: [...settings.types], createdAt }, newest);
      const failed = sent.filter((event) => event.createdAt >= daysAgo(failsDays));
      for (const event of sent.reverse()) await addDelivery(transaction, endpoint.id, event, failed.includes(event));
      endpoint.failingSince = failed.at(-1)?.createdAt ?? null;
      await saveEndpoint(transaction, endpoint);
    }
    return true;
  });
}

const success = { status: 200, response: '{"ok":true}', error: null };
const failure = { status: 503, response: '<html>', error: 'The endpoint responded with the status 503.' };
const retryMinutes = [0, 0.1, 5, 30];

async function addDelivery(
  transaction: Transaction,
  endpointId: string,
  { id: eventId, accountId, position, createdAt }: Event,
  isFailed: boolean,
): Promise<void> {
  const id = newId('webhookDelivery');
  const minutes = isFailed ? retryMinutes : [0];
  await insertRow(transaction, webhookDeliveries, {
    ...{ id, accountId, endpointId, eventId, position: position ?? 0, createdAt },
    ...{ status: isFailed ? 'FAILED' : 'DELIVERED', finishedAt: minutesAfter(createdAt, minutes.at(-1) ?? 0) },
    ...{ claims: minutes.length, failures: isFailed ? minutes.length : 0, dueAt: null },
  });
  const { number: deliveryNumber } = await requireRow(transaction, deliveryRow, { id });
  const attempts = minutes.map((later, index) => ({
    ...{ deliveryNumber, number: index + 1, at: minutesAfter(createdAt, later), milliseconds: 40 },
    ...(isFailed ? failure : success),
  }));
  await insertRows(transaction, webhookAttempts, attempts);
}
