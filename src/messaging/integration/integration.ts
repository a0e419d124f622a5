import { accountRow } from '../../accounts/account/account.ts';
import { column, columnsOf, reference, type Stored, selectList, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRow, insertRow, lockRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem, type ProblemCode } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type IntegrationChannel, integrationChannels, type MessageChannel } from '../platform/channel.ts';
import { shownOf } from '../platform/platform.ts';

/** The connection of a channel to a platform. Connecting the channel again replaces it. */
export type Integration = Stored<typeof integrations>;

export const integrations = table({
  name: 'Integration',
  tableName: 'integrations',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    channel: column.text<IntegrationChannel>(15),
    provider: column.text(10),
    /** The settings as encrypted JSON. */
    settings: column.longText,
    /** The settings that can be shown, as JSON. */
    shown: column.longText,
    /** The maximum number of messages per second. Null for no limit. */
    perSecond: column.integerOrNull,
    /** A number that increases with each change to the settings. */
    version: column.integer,
    connectedAt: column.instant,
    disconnectedAt: column.instantOrNull,
    /** No message is due before this time. */
    nextDueAt: column.instantOrNull,
    nextSlotAt: column.instantOrNull,
  },
  indices: [
    { name: 'integrations_channel', columns: ['accountId', 'channel'], unique: true },
    { name: 'integrations_due', columns: ['nextDueAt'] },
    { name: 'integrations_provider', columns: ['provider', 'disconnectedAt'] },
  ],
  foreignKeys: [reference('integrations_account_fk', 'accountId', 'accounts')],
});

export const integrationColumns = selectList(columnsOf(integrations, 'i'));

export const integrationRow = rowOf(integrations, {
  missing: 'INTEGRATION_NOT_FOUND',
  existing: { disconnectedAt: null },
});

const anyIntegrationRow = rowOf(integrations, { missing: 'INTEGRATION_NOT_FOUND' });

const notConnected = {
  EMAIL: 'NO_EMAIL_INTEGRATION',
  SMS: 'NO_SMS_INTEGRATION',
  EMAIL_SERVICE: 'NO_EMAIL_SERVICE',
  SMS_SERVICE: 'NO_SMS_SERVICE',
  APPLE_WALLET: 'WALLET_REFUSED',
  GOOGLE_WALLET: 'WALLET_REFUSED',
} as const satisfies Record<IntegrationChannel, ProblemCode>;

export async function requireIntegration(
  connection: Connection,
  accountId: string,
  channel: IntegrationChannel,
): Promise<Integration> {
  const integration = await findRow(connection, integrationRow, { accountId, channel });
  if (!integration) throw new Problem(notConnected[channel]);
  return integration;
}

export const reconnections = new ExtensionPoint<(transaction: Transaction, integration: Integration) => Promise<void>>(
  'reconnections',
);

interface NewConnection {
  channel: IntegrationChannel;
  provider: string;
  settings: object;
  perSecond?: number | null | undefined;
}

export async function connect(
  transaction: Transaction,
  secrets: Secrets,
  accountId: string,
  { channel, provider, settings, perSecond = null }: NewConnection,
): Promise<Integration> {
  // A first connection has no row to lock, so concurrent connections lock the row of the account.
  await lockRow(transaction, accountRow, { id: accountId });
  const former = await findRow(transaction, anyIntegrationRow, { accountId, channel }, 'exclusive');
  const integration: Integration = {
    id: former?.id ?? newId('integration'),
    accountId,
    channel,
    provider,
    settings: secrets.seal(JSON.stringify(settings)),
    shown: JSON.stringify(shownOf(provider, settings)),
    perSecond,
    version: (former?.version ?? 0) + 1,
    connectedAt: now(),
    disconnectedAt: null,
    nextDueAt: former ? realNow() : null,
    nextSlotAt: null,
  };
  if (former) await updateRows(transaction, integrations, { id: former.id }, integration);
  else await insertRow(transaction, integrations, integration);
  if (former) for (const follow of reconnections.extensions) await follow(transaction, integration);
  transaction.signal('messages');
  return integration;
}

export async function disconnect(transaction: Transaction, secrets: Secrets, integration: Integration): Promise<void> {
  integration.disconnectedAt = now();
  integration.version += 1;
  integration.settings = secrets.seal('{}');
  integration.nextDueAt = realNow();
  const { id, disconnectedAt, version, settings, nextDueAt } = integration;
  await updateRows(transaction, integrations, { id }, { disconnectedAt, version, settings, nextDueAt });
  transaction.signal('messages');
}

export function settingsOf({ settings }: Pick<Integration, 'settings'>, secrets: Secrets): object {
  return JSON.parse(secrets.open(settings)) as object;
}

export async function requireConnected(connection: Connection, id: string): Promise<void> {
  const integration = await findRow(connection, integrations, { id });
  if (!integration) throw new Error(`integration ${id} does not exist`);
  if (integration.disconnectedAt) throw new Problem(notConnected[integration.channel]);
}

export function isWallet({ channel }: Pick<Integration, 'channel'>): boolean {
  return channel === 'APPLE_WALLET' || channel === 'GOOGLE_WALLET';
}

export function channelOf({ channel }: Pick<Integration, 'channel'>): MessageChannel {
  return channel === 'EMAIL' || channel === 'EMAIL_SERVICE' ? 'EMAIL' : 'SMS';
}

export const removeIntegrations = removeRows('integrations', 'account_id', 500);

export async function connectOutbox(transaction: Transaction, secrets: Secrets, accountId: string): Promise<void> {
  for (const channel of integrationChannels)
    await connect(transaction, secrets, accountId, { channel, provider: 'CAPTURE', settings: {} });
}
