import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page, type Searched, upToKeys } from '../../kernel/database/paging.ts';
import { bind, type Value } from '../../kernel/database/statement.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { deliveryColumns, deliveryStatuses, type WebhookDelivery } from '../delivery/delivery.ts';

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

type Stop = Searched<WebhookDelivery>['stoppedAt'];

/**
 * Returns a page of the deliveries of an account, newest first. The index serves the account, the status and the time.
 * For other conditions, the search determines first where it stops, so that it misses no delivery that changes its
 * status meanwhile.
 */
export async function searchDeliveries(
  connection: Connection,
  accountId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<Searched<WebhookDelivery>> {
  const search = { accountId, filter, page };
  const stoppedAt = isSelective(filter) ? await stopOf(connection, search) : null;
  return { found: await readDeliveries(connection, search, stoppedAt), stoppedAt };
}

interface Search {
  accountId: string;
  filter: DeliveryFilter;
  page: Page;
}

/** Returns whether the filter may reject most of what the index finds. The deliveries of an event are few. */
function isSelective({ endpoint, event, types, httpStatus, outcome }: DeliveryFilter): boolean {
  return !event && Boolean(endpoint || types || httpStatus || outcome);
}

/** Returns the keys of the last delivery that the search examines; null if fewer deliveries remain. */
async function stopOf(connection: Connection, search: Search): Promise<Stop> {
  const { page, filter } = search;
  const branches = statusesOf(filter).map((status) => {
    const { where, values } = indexed(search, status);
    return {
      sql: `SELECT * FROM (SELECT d.created_at AS createdAt, d.number AS number FROM webhook_deliveries d
        ${connection.dialect.useIndex('webhook_deliveries_account')} WHERE ${where}
        ${orderOf(page, 'd.created_at', 'd.number')} LIMIT ${examinedAtOnce}) AS of_${status}`,
      values,
    };
  });
  const [stop] = await connection.rows<{ createdAt: Instant; number: number }>(
    `${branches.map(({ sql }) => sql).join(' UNION ALL ')}
     ${orderOf(page, 'createdAt', 'number')} LIMIT 1 OFFSET ${examinedAtOnce - 1}`,
    branches.flatMap(({ values }) => values),
  );
  return stop ? [stop.createdAt, stop.number] : null;
}

/** Reads the first rows of each status from the part of the index for that status, and returns the first of all. */
function readDeliveries(connection: Connection, search: Search, stop: Stop): Promise<WebhookDelivery[]> {
  const { filter, page } = search;
  // Endpoints are looked up, not joined: with few endpoints, MySQL and MariaDB begin with these and sort all deliveries.
  // The optimiser finds the deliveries of one event by the endpoints of the account.
  const hint = filter.event ? '' : connection.dialect.useIndex('webhook_deliveries_account');
  const limit = ` LIMIT ${page.size + 1}`;
  const [wanted, wantedValues] = bind(conditionsOf(filter), valuesOf(filter));
  const upTo = upToKeys(page, stop, 'd.created_at', 'd.number');
  const branches = statusesOf(filter).map((status) => {
    const { where, values } = indexed(search, status);
    return {
      sql: `SELECT * FROM (SELECT ${deliveryColumns} FROM webhook_deliveries d ${hint}
        WHERE ${where} ${upTo.condition}
          AND (SELECT w.deleted_at FROM webhook_endpoints w WHERE w.id = d.endpoint_id) IS NULL ${wanted}
        ${orderOf(page, 'd.created_at', 'd.number')} ${limit}) AS of_${status}`,
      values: [...values, ...upTo.values, ...wantedValues],
    };
  });
  return connection.rows<WebhookDelivery>(
    `${branches.map(({ sql }) => sql).join(' UNION ALL ')} ${orderOf(page, 'createdAt', 'number')} ${limit}`,
    branches.flatMap(({ values }) => values),
  );
}

const statusesOf = ({ status }: DeliveryFilter) => (status ? [status] : deliveryStatuses);

function orderOf({ backward }: Page, first: string, second: string): string {
  const direction = backward ? 'ASC' : 'DESC';
  return `ORDER BY ${first} ${direction}, ${second} ${direction}`;
}

/** Returns the conditions that the index serves. */
function indexed({ accountId, filter, page }: Search, status: string): { where: string; values: Value[] } {
  const { since = null, until = null } = filter;
  const times = `${since ? 'AND d.created_at >= :since' : ''} ${until ? 'AND d.created_at <= :until' : ''}`;
  const [where, values] = bind(`d.account_id = :accountId AND d.status = :status ${times}`, {
    ...{ accountId, status, since, until },
  });
  const { condition, values: keys } = keyset(page, 'd.created_at', 'd.number');
  return { where: `${where} ${condition}`, values: [...values, ...keys] };
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
 * Returns the conditions that no index serves (`AND …`). They look up single rows, not with EXISTS, which MySQL could
 * turn into a join that begins with all attempts.
 */
function conditionsOf({ endpoint, event, types, httpStatus, outcome }: DeliveryFilter): string {
  return [
    endpoint && 'd.endpoint_id = :endpoint',
    event && 'd.position = (SELECT e.position FROM events e WHERE e.id = :event) AND d.event_id = :event',
    types && `(SELECT e.type FROM events e WHERE e.position = d.position) IN (:types)`,
    httpStatus && hasAttempt('a.status = :httpStatus'),
    outcome && hasAttempt(ranges[outcome]),
  ]
    .filter(Boolean)
    .map((condition) => `AND ${condition}`)
    .join(' ');
}

const hasAttempt = (condition: string) =>
  `(SELECT 1 FROM webhook_attempts a WHERE a.delivery_number = d.number AND ${condition} LIMIT 1) = 1`;

const valuesOf = ({ endpoint, event, types, httpStatus }: DeliveryFilter) => ({
  ...{ endpoint: endpoint ?? null, event: event ?? null, types: types ?? [], httpStatus: httpStatus ?? null },
});
