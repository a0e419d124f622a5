import { randomBytes } from 'node:crypto';
import { accountRow } from '../../accounts/account/account.ts';
import { notify } from '../../accounts/viewer/notice.ts';
import { absent, column, columnsOf, reference, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { countRows, insertRow, lockRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import type { EventKind } from '../../kernel/event-log/event.ts';
import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Instant, now, realNow, toInstant } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';

export type DisabledReason = 'OWNER' | 'GONE' | 'FAILING';

export type WebhookEndpoint = Stored<typeof webhookEndpoints>;

export const webhookEndpoints = table({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    url: column.text(2000),
    description: column.textOrNull(200),
    /** The kinds of events, such as `COUPON,SUBACCOUNT`. Null for all kinds. */
    kindList: column.textOrNull(200),
    /** The types of events, separated by commas. Null for all types. */
    typeList: column.longTextOrNull,
    /** 1 if each event waits until the previous one has been delivered or has failed permanently. */
    fifo: column.integer,
    /** 1 if the endpoint also receives the events of subaccounts. */
    includeSubaccounts: column.integer,
    secret: column.text(300),
    /** The previous secret. Like all secrets, it is encrypted. It is valid until `previousSecretUntil`. */
    previousSecret: column.textOrNull(300),
    previousSecretUntil: column.instantOrNull,
    /** The owner's key for `x-hmac`. Null to use the signing secret. */
    hmacSecret: column.textOrNull(1500),
    createdAt: column.instant,
    disabledAt: column.instantOrNull,
    disabledReason: column.textOrNull<DisabledReason>(10),
    /** The first failure since the last success. Null after a success. */
    failingSince: column.instantOrNull,
    /** The time before which no delivery is due. Null if no delivery waits, or if the endpoint is disabled. */
    nextDueAt: column.instantOrNull,
    /** Set on deletion. A job then removes the deliveries and the row. */
    deletedAt: column.instantOrNull,
  },
  indices: [
    { name: 'webhook_endpoints_account', columns: ['accountId', 'createdAt'] },
    { name: 'webhook_endpoints_due', columns: ['nextDueAt'] },
  ],
  foreignKeys: [reference('webhook_endpoints_account_fk', 'accountId', 'accounts')],
});

export const endpointColumns = selectList(columnsOf(webhookEndpoints, 'w'));

export const endpointRow = rowOf(webhookEndpoints, {
  missing: 'WEBHOOK_ENDPOINT_NOT_FOUND',
  existing: { deletedAt: null },
});

const maxEndpoints = 100;
/** `undefined` keeps a setting. `null` clears it. */
export interface EndpointSettings {
  url?: string | null | undefined;
  description?: string | null | undefined;
  kinds?: readonly EventKind[] | null | undefined;
  types?: readonly string[] | null | undefined;
  fifo?: boolean | null | undefined;
  includeSubaccounts?: boolean | null | undefined;
  hmacSecret?: string | null | undefined;
  enabled?: boolean | null | undefined;
}

/** Adds an endpoint. Also returns its secret, which cannot be read again. */
export async function addEndpoint(
  transaction: Transaction,
  secrets: Secrets,
  accountId: string,
  settings: EndpointSettings & { url: string },
): Promise<{ secret: string; endpoint: WebhookEndpoint }> {
  await requireRoom(transaction, accountId);
  const secret = newSecret();
  const endpoint = blankEndpoint(accountId, secrets.seal(secret));
  changeEndpoint(endpoint, settings, secrets);
  await insertRow(transaction, webhookEndpoints, endpoint);
  return { secret, endpoint };
}

export function blankEndpoint(accountId: string, sealedSecret: string): WebhookEndpoint {
  return {
    ...absent(webhookEndpoints),
    id: newId('webhookEndpoint'),
    accountId,
    url: '',
    fifo: 0,
    includeSubaccounts: 1,
    secret: sealedSecret,
    createdAt: now(),
  };
}

/** Locks the row of the account, so that concurrent calls cannot exceed the limit. */
async function requireRoom(transaction: Transaction, accountId: string): Promise<void> {
  await lockRow(transaction, accountRow, { id: accountId });
  const count = await countRows(transaction, webhookEndpoints, { accountId, deletedAt: null });
  if (count >= maxEndpoints) throw new Problem('TOO_MANY_WEBHOOK_ENDPOINTS');
}

export function changeEndpoint(endpoint: WebhookEndpoint, settings: EndpointSettings, secrets: Secrets): void {
  const { url, description, kinds, types, fifo, includeSubaccounts, hmacSecret, enabled } = settings;
  if (url) endpoint.url = url;
  if (description !== undefined) endpoint.description = description;
  if (kinds !== undefined) endpoint.kindList = kinds && [...new Set(kinds)].join(',');
  if (types !== undefined) endpoint.typeList = types && [...new Set(types)].join(',');
  if (hmacSecret !== undefined) endpoint.hmacSecret = hmacSecret && secrets.seal(hmacSecret);
  if (fifo != null) endpoint.fifo = Number(fifo);
  if (includeSubaccounts != null) endpoint.includeSubaccounts = Number(includeSubaccounts);
  if (enabled === true) enable(endpoint);
  if (enabled === false && !endpoint.disabledAt) disable(endpoint, 'OWNER');
  // Waiting deliveries must follow the new order.
  if (fifo != null && !endpoint.disabledAt) endpoint.nextDueAt = realNow();
}

export function requireEnabled(endpoint: WebhookEndpoint): void {
  if (endpoint.disabledAt) throw new Problem('WEBHOOK_ENDPOINT_DISABLED');
}

/** Enables an endpoint. Waiting deliveries continue. After five days of failures, it is disabled again. */
export function enable(endpoint: WebhookEndpoint): void {
  if (!endpoint.disabledAt) return;
  Object.assign(endpoint, { disabledAt: null, disabledReason: null, failingSince: null, nextDueAt: realNow() });
}

function disable(endpoint: WebhookEndpoint, disabledReason: DisabledReason): void {
  Object.assign(endpoint, { disabledAt: now(), disabledReason, nextDueAt: null });
}

/** Deletes an endpoint. From now on, callers no longer see it. */
export async function deleteEndpoint(transaction: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  if (!endpoint.disabledAt) disable(endpoint, 'OWNER');
  endpoint.deletedAt = now();
  await saveEndpoint(transaction, endpoint);
}

const disabledBecause = {
  GONE: 'it responded with 410 Gone',
  FAILING: 'every attempt has failed for five days',
};

export async function disableByItself(
  transaction: Transaction,
  endpoint: WebhookEndpoint,
  reason: 'GONE' | 'FAILING',
): Promise<void> {
  disable(endpoint, reason);
  await saveEndpoint(transaction, endpoint);
  await notify(transaction, {
    accountId: endpoint.accountId,
    type: 'WEBHOOK_ENDPOINT_DISABLED',
    subject: endpoint.id,
    message: `The webhook endpoint ${endpoint.id} was disabled because ${disabledBecause[reason]}. recoverWebhookEndpoint enables it again and sends the events that it missed.`,
  });
}

export async function saveEndpoint(transaction: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  await updateRows(transaction, webhookEndpoints, { id: endpoint.id }, endpoint);
}

export const purgeEndpoint = removalKind('purgeEndpoint', 'endpoint');

export const removeEndpoint = removeDeleted('webhook_endpoints');

export const nextEndpoint = nextDeleted('webhook_endpoints');

const rotationHours = 24;

interface Sealed {
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Instant | null;
  hmacSecret: string | null;
}

export const secretPrefix = 'whsec_';

/** Returns a secret in the format of Standard Webhooks: a prefix, and 192 random bits in Base64. */
export function newSecret(): string {
  return secretPrefix + randomBytes(24).toString('base64');
}

/** Returns a new secret. The previous one stays valid for 24 hours. */
export function rotateSecret(endpoint: Sealed, secrets: Secrets): string {
  const secret = newSecret();
  endpoint.previousSecret = endpoint.secret;
  endpoint.previousSecretUntil = toInstant(new Date(Date.now() + rotationHours * 3600 * 1000));
  endpoint.secret = secrets.seal(secret);
  return secret;
}

export interface SigningKeys {
  current: string;
  /** Null unless the secret was rotated within the last 24 hours. */
  previous: string | null;
  /** The owner's key for `x-hmac`. */
  hmacSecret: string | null;
}

export function signingKeys(endpoint: Sealed, secrets: Secrets): SigningKeys {
  const { secret, previousSecret, previousSecretUntil, hmacSecret } = endpoint;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > realNow();
  const open = (sealed: string) => openOnce(endpoint, sealed, secrets);
  return {
    current: open(secret),
    previous: previousSecret && isPreviousValid ? open(previousSecret) : null,
    hmacSecret: hmacSecret && open(hmacSecret),
  };
}

/** The decrypted secrets. A claim signs many deliveries to an endpoint, so they are cached. */
const opened = new WeakMap<Sealed, Map<string, string>>();

function openOnce(endpoint: Sealed, sealed: string, secrets: Secrets): string {
  const known = opened.get(endpoint) ?? new Map<string, string>();
  const text = known.get(sealed) ?? secrets.open(sealed);
  opened.set(endpoint, known.set(sealed, text));
  return text;
}
