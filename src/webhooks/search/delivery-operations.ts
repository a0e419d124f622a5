import { z } from 'zod';
import { builder } from '../../api/builder.ts';
import { dateTime } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { connection, query } from '../../api/query.ts';
import { eventFilter, eventId } from '../../events/event.inputs.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { searchPage } from '../../kernel/database/list.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import { lockRow, requireRow, updateRows } from '../../kernel/database/rows.ts';
import { callersTimeout } from '../../kernel/outbound/outbound.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { deliveryRow, deliveryStatuses, type WebhookDelivery, webhookDeliveries } from '../delivery/delivery.ts';
import { AttemptType, deliveryId, deliveryStatus, WebhookDeliveryType } from '../delivery/delivery.type.ts';
import { type Attempted, attemptBody } from '../delivery/delivery-attempt.ts';
import { scheduleEndpoints } from '../delivery/fan-out.ts';
import { endpointId, endpointIdOnly } from '../endpoint/endpoint.inputs.ts';
import { endpointRow, requireEnabled } from '../endpoint/endpoint.ts';

query({
  name: 'webhookDelivery',
  description: 'A webhook delivery of the account.',
  scope: 'ADMIN',
  input: z.object({ id: deliveryId }),
  type: WebhookDeliveryType,
  problems: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const accountId = viewer.account.id;
    const delivery = await requireRow(database, deliveryRow, { id: input.id, accountId });
    // The deliveries of a deleted endpoint are removed only later.
    await requireRow(database, endpointRow, { id: delivery.endpointId, accountId });
    return delivery;
  },
});

const attemptOutcome = z.enum(['SUCCESS', 'FAILURE', 'REDIRECT', 'CLIENT_ERROR', 'SERVER_ERROR', 'NO_RESPONSE']).meta({
  id: 'WebhookAttemptOutcome',
  description: 'The outcome of an attempt.',
  values: {
    SUCCESS: 'A response with a status from 200 to 299.',
    FAILURE: 'Any outcome other than `SUCCESS`.',
    REDIRECT: 'A response with a status from 300 to 399, which is not followed.',
    CLIENT_ERROR: 'A response with a status from 400 to 499.',
    SERVER_ERROR: 'A response with a status from 500 to 599.',
    NO_RESPONSE: 'No response: the host was unreachable, refused the connection or did not respond in time.',
  },
});

const deliveryFilter = z
  .object({
    endpoint: endpointId.nullish().meta({ description: 'Only deliveries to this endpoint.' }),
    status: deliveryStatus.nullish().meta({ description: 'Only deliveries with this status.' }),
    event: eventId.nullish().meta({ description: 'Only deliveries of this event.' }),
    types: eventFilter.types.meta({
      description:
        'Only deliveries of events of these types, such as `coupon_claimed`. Events that are no longer kept do not match.',
    }),
    since: dateTime.nullish().meta({
      description: 'Only deliveries that were created at this time or later.',
    }),
    until: dateTime.nullish().meta({
      description: 'Only deliveries that were created at this time or earlier.',
    }),
    httpStatus: z.int().min(100).max(599).nullish().meta({
      description: 'Only deliveries with an attempt that received this HTTP status, 100 to 599.',
    }),
    outcome: attemptOutcome
      .nullish()
      .meta({ description: 'Only deliveries with an attempt that ended with this outcome.' }),
  })
  .meta({ id: 'WebhookDeliveryFilter', description: 'Filters deliveries. All conditions must match.' });

connection({
  name: 'webhookDeliveries',
  description:
    'The webhook deliveries of the account, newest first. Successful deliveries are kept for as many days as `retention.deliveriesDays` of the account, others as long as their events. With `endpoint`, `types`, `httpStatus` or `outcome`, each page searches 5,000 deliveries. Such a page can have fewer items than requested and still have a next page.',
  scope: 'ADMIN',
  input: z.object({
    filter: deliveryFilter.nullish().meta({ description: 'Filters deliveries. Default: all deliveries.' }),
  }),
  type: WebhookDeliveryType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const filter = input.filter ?? {};
    if (filter.since && filter.until && filter.until < filter.since)
      throw invalidInput('filter.until', 'must not be before since');
    return searchDeliveries(database, viewer.account.id, filter, page);
  },
  keysOf: (delivery) => [delivery.createdAt, delivery.number],
});

type DeliveryFilter = z.output<typeof deliveryFilter>;

const examinedAtOnce = 5000;

/** Returns deliveries, newest first. An index serves the account, the status and the time. */
export function searchDeliveries(
  connection: Connection,
  accountId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<Searched<WebhookDelivery>> {
  const { status, since, until, event } = filter;
  return searchPage(connection, page, {
    source: webhookDeliveries,
    where: { accountId },
    parts: (status ? [status] : deliveryStatuses).map((one) => ({ status: one })),
    conditions: {
      sql: [since && 't.created_at >= :since', until && 't.created_at <= :until'],
      values: { since: since ?? null, until: until ?? null },
    },
    sought: { ...conditionsOf(filter), max: isSelective(filter) ? examinedAtOnce : null },
    order: ['createdAt', 'number'],
    // For one event, the optimizer finds the deliveries through the endpoints of the account.
    index: event ? false : 'webhook_deliveries_account',
  });
}

/** Whether the filter may reject most of what the index finds. An event has only a few deliveries. */
function isSelective({ endpoint, event, types, httpStatus, outcome }: DeliveryFilter): boolean {
  return !event && Boolean(endpoint || types || httpStatus || outcome);
}

const ranges = {
  SUCCESS: 'a.status BETWEEN 200 AND 299',
  FAILURE: '(a.status IS NULL OR a.status NOT BETWEEN 200 AND 299)',
  REDIRECT: 'a.status BETWEEN 300 AND 399',
  CLIENT_ERROR: 'a.status BETWEEN 400 AND 499',
  SERVER_ERROR: 'a.status BETWEEN 500 AND 599',
  NO_RESPONSE: 'a.status IS NULL',
};

/**
 * Looks up single rows. With a join, MySQL and MariaDB could begin with a few endpoints, and sort all deliveries. With
 * EXISTS, MySQL could begin with all attempts.
 */
function conditionsOf({ endpoint, event, types, httpStatus, outcome }: DeliveryFilter) {
  return {
    sql: [
      '(SELECT w.deleted_at FROM webhook_endpoints w WHERE w.id = t.endpoint_id) IS NULL',
      endpoint && 't.endpoint_id = :endpoint',
      event && 't.position = (SELECT e.position FROM events e WHERE e.id = :event) AND t.event_id = :event',
      types && '(SELECT e.type FROM events e WHERE e.position = t.position) IN (:types)',
      httpStatus && hasAttempt('a.status = :httpStatus'),
      outcome && hasAttempt(ranges[outcome]),
    ],
    values: {
      ...{ endpoint: endpoint ?? null, event: event ?? null, types: types ?? [], httpStatus: httpStatus ?? null },
    },
  };
}

const hasAttempt = (condition: string) =>
  `(SELECT 1 FROM webhook_attempts a WHERE a.delivery_number = t.number AND ${condition} LIMIT 1) = 1`;

mutation({
  name: 'retryWebhookDelivery',
  description:
    'Attempts a delivery again immediately, whether it failed, is waiting or succeeded. If the attempt fails, the retry schedule starts again from the beginning.',
  scope: 'ADMIN',
  input: z.object({ id: deliveryId }),
  type: WebhookDeliveryType,
  problems: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND', 'WEBHOOK_ENDPOINT_DISABLED'],
  run: async ({ input, viewer, transaction }) => {
    const which = { id: input.id, accountId: viewer.account.id };
    const found = await requireRow(transaction, deliveryRow, which);
    const endpoint = await lockRow(transaction, endpointRow, { accountId: viewer.account.id, id: found.endpointId });
    requireEnabled(endpoint);
    const at = now();
    const again = { status: 'PENDING' as const, dueAt: at, finishedAt: null, failures: 0 };
    await updateRows(transaction, webhookDeliveries, which, again);
    await scheduleEndpoints(transaction, [endpoint.id], realNow());
    return Object.assign(found, again);
  },
});

const TestedEndpoint = builder.objectType(
  builder.objectRef<{ delivered: boolean; attempt: Attempted }>('TestedWebhookEndpoint'),
  {
    description: 'The result of `testWebhookEndpoint`.',
    fields: (t) => ({
      delivered: t.exposeBoolean('delivered', { description: 'Whether the endpoint responded with a success status.' }),
      attempt: t.field({ type: AttemptType, description: 'The attempt.', resolve: (one) => one.attempt }),
    }),
  },
);

mutation({
  name: 'testWebhookEndpoint',
  description:
    'Sends a signed test payload to an endpoint and returns the outcome. The payload has the kind `TEST` and the type `webhook_test`. This also works while the endpoint is disabled. The payload is not an event: it is not listed as a delivery, and `verifyWebhook` does not find it.',
  scope: 'ADMIN',
  input: endpointIdOnly,
  type: TestedEndpoint,
  problems: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  prepare: async ({ input, viewer, services, database }) => {
    const endpoint = await requireRow(database, endpointRow, { accountId: viewer.account.id, id: input.id });
    const id = newId('event');
    const payload = {
      ...{ id, datetime: now().slice(0, 19), type: 'webhook_test', kind: 'TEST', account: viewer.account.id },
      record: { message: 'This is a test.' },
    };
    const attempt = await attemptBody(services, endpoint, id, JSON.stringify(payload), callersTimeout);
    return { delivered: attempt.error === null, attempt };
  },
  run: async ({ prepared }) => prepared,
});
