import { rootOf } from '../../accounts/account/account-root.ts';
import type { ClockFollower } from '../../accounts/testing/clock-followers.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { dueOf } from '../../kernel/leased-queue/lease.ts';
import { type Instant, now, realNow } from '../../kernel/values/instant.ts';
import type { WebhookDelivery } from '../delivery/delivery.ts';
import { scheduleEndpoints } from '../delivery/fan-out.ts';
import { type WebhookEndpoint, webhookEndpoints } from '../endpoint/endpoint.ts';
import { fanOut, readBacklogs } from './fan-out-worker.ts';

export const followedDeliveries: ClockFollower = {
  nextDue: async (connection, accountId) => {
    if (await isBehind(connection, accountId)) return now();
    const dues: Instant[] = [];
    for (const endpoint of await openEndpoints(connection, accountId))
      dues.push(...(await firstDeliveries(connection, endpoint)).map(dueOf));
    return dues.sort()[0] ?? null;
  },
  follow: async (database, accountId) => {
    const endpoints = await openEndpoints(database, accountId);
    if (endpoints.length === 0) return;
    await database.transaction((transaction) =>
      scheduleEndpoints(
        transaction,
        endpoints.map(({ id }) => id),
        realNow(),
      ),
    );
  },
};

/** Whether deliveries of the latest events may still be missing. */
async function isBehind(connection: Connection, accountId: string): Promise<boolean> {
  const waiting = await connection.rows(
    `SELECT 1 FROM events e WHERE e.account_id = ? AND
       (e.position IS NULL OR e.position > (SELECT s.value FROM sequences s WHERE s.name = ?)) LIMIT 1`,
    [accountId, fanOut.cursor],
  );
  if (waiting.length > 0) return true;
  return (await readBacklogs(connection)).has(await rootOf(connection, accountId));
}

type Endpoint = Pick<WebhookEndpoint, 'id' | 'fifo'>;

function openEndpoints(connection: Connection, accountId: string): Promise<Endpoint[]> {
  const open = { accountId, disabledAt: null, deletedAt: null };
  return findRows(connection, webhookEndpoints, open, { select: ['id', 'fifo'] });
}

/** The maximum number of deliveries that a process may hold for an endpoint. */
const maxHeld = 128;

/** Returns the first deliveries. With FIFO, only the first one counts. */
function firstDeliveries(connection: Connection, { id, fifo }: Endpoint) {
  return connection.rows<Pick<WebhookDelivery, 'claims' | 'failures'> & { dueAt: Instant }>(
    `SELECT d.due_at AS dueAt, d.claims AS claims, d.failures AS failures
     FROM webhook_deliveries d ${connection.dialect.useIndex('webhook_deliveries_due')}
     WHERE d.endpoint_id = ? AND d.due_at IS NOT NULL
     ORDER BY ${fifo ? 'd.position LIMIT 1' : `d.due_at LIMIT ${maxHeld}`}`,
    [id],
  );
}
