import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { hasRow, insertRows, updateRows } from '../../../kernel/database/rows.ts';
import { bind } from '../../../kernel/database/statement.ts';
import { events } from '../../../kernel/event-log/event.ts';
import { daysAgo, type Instant, now, toDate } from '../../../kernel/values/instant.ts';
import { newId } from '../../../vocabulary/ids.ts';
import { webhookAttempts, webhookDeliveries } from '../../../webhooks/delivery/delivery.ts';
import { webhookEndpoints } from '../../../webhooks/endpoint/endpoint.ts';
import { minutesAfter } from './calendar.ts';
import type { YearInput } from './deed.ts';

const existsDays = 60;
const shownDays = 12;
const failsDays = 2.5;

const mostShown = 120;

interface Sent {
  id: string;
  position: number;
  createdAt: Instant;
}

/**
 * Writes what was delivered to the endpoints in the last days of the year. Events have to have their positions first:
 * returns whether they have. The endpoints get their age at last, so that nothing of the past is delivered to them.
 */
export function writeDeliveries(database: Database, { account, endpoints, until }: YearInput): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (await isBehind(transaction)) return false;
    const since = daysAgo(shownDays);
    const validations = await eventsOf(transaction, { account, type: 'coupon_validated', since, until });
    const members = await eventsOf(transaction, { account, type: 'loyalty_user_created', since: daysAgo(30), until });
    const failing = daysAgo(failsDays);
    const failed = validations.filter(({ createdAt }) => createdAt >= failing);
    await write(transaction, account, endpoints.failing, validations, (event) => event.createdAt < failing);
    await write(transaction, account, endpoints.healthy, members, () => true);
    const createdAt = daysAgo(existsDays);
    const failingSince = failed[0]?.createdAt ?? null;
    const nextDueAt = failed.length > 0 ? minutesAfter(now(), firstRetryMinutes) : null;
    await updateRows(transaction, webhookEndpoints, { id: endpoints.failing }, { createdAt, failingSince, nextDueAt });
    await updateRows(transaction, webhookEndpoints, { id: endpoints.healthy }, { createdAt });
    return true;
  });
}

async function isBehind(transaction: Transaction): Promise<boolean> {
  if (await hasRow(transaction, events, { position: null })) return true;
  const behind = await transaction.rows(
    `SELECT 1 FROM sequences f JOIN sequences p ON p.name = 'event_position'
     WHERE f.name = 'webhook_fan_out' AND f.value < p.value`,
  );
  return behind.length > 0;
}

async function eventsOf(
  transaction: Transaction,
  which: { account: string; type: string; since: Instant; until: Instant },
): Promise<Sent[]> {
  const newest = await transaction.rows<Sent>(
    ...bind(
      `SELECT e.id AS id, e.position AS position, CAST(e.created_at AS CHAR(23)) AS createdAt FROM events e
       WHERE e.account_id = :account AND e.type = :type AND e.created_at >= :since AND e.created_at < :until
       ORDER BY e.position DESC LIMIT ${mostShown}`,
      which,
    ),
  );
  return newest.reverse();
}

const firstRetryMinutes = 25;

/** The minutes after which attempts follow each other, as the service retries. */
const retries = [0, 0.1, 5, 30];

async function write(
  transaction: Transaction,
  accountId: string,
  endpointId: string,
  events: readonly Sent[],
  succeeds: (event: Sent) => boolean,
): Promise<void> {
  const deliveries = events.map(({ id: eventId, position, createdAt }, index) => {
    const isDelivered = succeeds({ id: eventId, position, createdAt });
    const isOver = isDelivered || toDate(createdAt).getTime() < Date.now() - 86_400_000;
    return {
      ...{ id: newId('webhookDelivery'), accountId, endpointId, eventId, position, createdAt },
      status: isDelivered ? 'DELIVERED' : isOver ? 'FAILED' : 'PENDING',
      dueAt: isOver ? null : minutesAfter(now(), firstRetryMinutes + index / 2),
      finishedAt: isOver ? minutesAfter(createdAt, isDelivered ? 0.01 : 1440) : null,
      claims: isDelivered ? 1 : retries.length,
      failures: isDelivered ? 0 : retries.length,
    } as const;
  });
  await insertRows(transaction, webhookDeliveries, deliveries);
  const rows = await transaction.rows<{ number: number; status: string; createdAt: Instant }>(
    ...bind(
      `SELECT d.number AS number, d.status AS status, CAST(d.created_at AS CHAR(23)) AS createdAt
       FROM webhook_deliveries d WHERE d.endpoint_id = :endpointId AND d.position IN (:positions)`,
      { endpointId, positions: events.map(({ position }) => position) },
    ),
  );
  await insertRows(transaction, webhookAttempts, rows.flatMap(attemptsOf));
}

function attemptsOf({ number, status, createdAt }: { number: number; status: string; createdAt: Instant }) {
  const attempt = (index: number, minutes: number, outcome: object) => ({
    ...{
      deliveryNumber: number,
      number: index + 1,
      at: minutesAfter(createdAt, minutes),
      milliseconds: 40 + ((number * 37) % 160),
    },
    ...outcome,
  });
  if (status === 'DELIVERED') return [attempt(0, 0.005, { status: 200, response: '{"ok":true}', error: null })];
  const response = '<html><title>503 Service Unavailable</title></html>';
  return retries.map((minutes, index) =>
    attempt(index, minutes, { status: 503, response, error: 'The endpoint answered with the status 503.' }),
  );
}
