import type { Connection } from '../../kernel/database/database.ts';
import { searchPage } from '../../kernel/database/list.ts';
import type { Page, Searched } from '../../kernel/database/paging.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { deliveryStatuses, type WebhookDelivery, webhookDeliveries } from '../delivery/delivery.ts';

/** The conditions of a search, which all must match. Times are ISO 8601. */
export interface DeliveryFilter {
  endpoint?: string | null | undefined;
  status?: WebhookDelivery['status'] | null | undefined;
  event?: string | null | undefined;
  types?: string[] | null | undefined;
  since?: Instant | null | undefined;
  until?: Instant | null | undefined;
  httpStatus?: number | null | undefined;
  outcome?: 'SUCCESS' | 'FAILURE' | 'REDIRECT' | 'CLIENT_ERROR' | 'SERVER_ERROR' | 'NO_RESPONSE' | null | undefined;
}

/** The number of deliveries that a page is searched among. */
const examinedAtOnce = 5000;

/** Returns a page of the deliveries of an account, newest first. The index serves the account, the status and the time. */
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
    sought: { ...conditionsOf(filter), most: isSelective(filter) ? examinedAtOnce : null },
    order: ['createdAt', 'number'],
    // The optimiser finds the deliveries of one event by the endpoints of the account.
    index: event ? false : 'webhook_deliveries_account',
  });
}

/** Returns whether the filter may reject most of what the index finds. The deliveries of an event are few. */
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
 * Returns the conditions that no index serves. They look up single rows. They do not join endpoints, of which there may be
 * so few that MySQL and MariaDB begin with these and sort all deliveries, nor use EXISTS, which MySQL could turn into a join
 * that begins with all attempts.
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
