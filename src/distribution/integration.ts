import { EntitySchema } from 'typeorm';
import {
  columnsOf,
  type Instant,
  instant,
  instantOrNull,
  longText,
  reference,
  selectList,
  text,
} from '../database/columns.ts';
import type { Connection } from '../database/database.ts';
import { Problem, type ProblemCode } from '../problem.ts';

export const integrationChannels = ['EMAIL', 'SMS', 'EMAIL_SERVICE', 'SMS_SERVICE'] as const;
export type IntegrationChannel = (typeof integrationChannels)[number];

export const providers = ['SMTP', 'TWILIO', 'SMPP', 'CAPTURE'] as const;
export type Provider = (typeof providers)[number];

/** The platform through which an account sends on a channel. An account has one for each channel: connecting anew replaces it. */
export class Integration {
  id!: string;
  accountId!: string;
  channel!: IntegrationChannel;
  provider!: Provider;
  /** All that the provider needs, as JSON, encrypted. */
  settings!: string;
  /** What of the settings may be shown, as JSON. */
  shown!: string;
  /** How many messages a second the platform takes; null: as many as it can. */
  perSecond!: number | null;
  /** Grows with each change of the settings. */
  version!: number;
  connectedAt!: Instant;
  disconnectedAt!: Instant | null;
  /** The earliest moment at which a message may be due. */
  nextDueAt!: Instant | null;
  /** When the rate allows the next message. */
  nextSlotAt!: Instant | null;
}

export const integrations = new EntitySchema<Integration>({
  name: 'Integration',
  tableName: 'integrations',
  target: Integration,
  columns: {
    id: { ...text(20), primary: true },
    accountId: text(20),
    channel: text(15),
    provider: text(10),
    settings: longText,
    shown: longText,
    perSecond: { type: 'integer', nullable: true },
    version: { type: 'integer' },
    connectedAt: instant,
    disconnectedAt: instantOrNull,
    nextDueAt: instantOrNull,
    nextSlotAt: instantOrNull,
  },
  indices: [
    { name: 'integrations_channel', columns: ['accountId', 'channel'], unique: true },
    { name: 'integrations_due', columns: ['nextDueAt'] },
  ],
  foreignKeys: [reference('integrations_account_fk', 'accountId', 'accounts')],
});

export const integrationColumns = selectList(columnsOf(integrations, 'i'));

const notConnected = {
  EMAIL: 'NO_EMAIL_INTEGRATION',
  SMS: 'NO_SMS_INTEGRATION',
  EMAIL_SERVICE: 'NO_EMAIL_SERVICE',
  SMS_SERVICE: 'NO_SMS_SERVICE',
} as const satisfies Record<IntegrationChannel, ProblemCode>;

/** What the account is connected with on the channel, or the problem that says it is not. */
export async function requireIntegration(
  connection: Connection,
  accountId: string,
  channel: IntegrationChannel,
): Promise<Integration> {
  const [integration] = await connection.rows<Integration>(
    `SELECT ${integrationColumns} FROM integrations i WHERE i.account_id = ? AND i.channel = ? AND i.disconnected_at IS NULL`,
    [accountId, channel],
  );
  if (!integration) throw new Problem(notConnected[channel]);
  return integration;
}
