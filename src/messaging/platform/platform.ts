import type { Logger } from 'pino';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { IntegrationChannel } from './channel.ts';

/** An email that is ready to go out. */
export interface OutgoingEmail {
  channel: 'EMAIL';
  /** The id of the message. */
  id: string;
  accountId: string;
  from: { name: string | null; address: string };
  to: { name: string | null; address: string };
  subject: string;
  text: string;
  html: string;
  /** The address for one-click unsubscribing from all emails of the account (RFC 8058). */
  unsubscribeUrl: string;
}

/** An SMS that is ready to go out. */
export interface OutgoingSms {
  channel: 'SMS';
  id: string;
  accountId: string;
  /** E.164. */
  to: string;
  text: string;
}

export type Outgoing = OutgoingEmail | OutgoingSms;

/** The result of handing a message to a platform. */
export type Verdict =
  | { outcome: 'SENT'; platformId: string | null }
  /** Not sent; a retry is possible. `ofRecipient`: the recipient is the cause, for example a full mailbox. */
  | { outcome: 'DEFERRED'; reason: string; retryAfter?: Date | null; ofRecipient?: boolean }
  /** Not sent; a retry is pointless. `optedOut`: the recipient has opted out. `badAddress`: the address does not exist. */
  | { outcome: 'REFUSED'; reason: string; badAddress?: boolean; optedOut?: boolean }
  /** Possibly sent: the connection was lost after the message was handed over. */
  | { outcome: 'UNKNOWN'; reason: string };

/** One or more connections to a platform. */
export interface Platform {
  /** The number of messages that it accepts at the same time. */
  readonly parallel: number;
  /** Hands a message over once. The promise never rejects. */
  send(message: Outgoing): Promise<Verdict>;
  /** Connects and signs in without sending. Returns the reason for a failure, or null on success. */
  check(): Promise<string | null>;
  /** Stays connected to receive incoming messages, if that needs a connection. Called repeatedly. */
  listen?(): void;
  close(): Promise<void>;
}

/** Receives delivery reports from platforms and replies from recipients. */
export interface Receipts {
  /** `platformId` is the id in the `SENT` verdict. */
  received(
    integrationId: string,
    platformId: string,
    state: 'DELIVERED' | 'FAILED',
    reason: string | null,
  ): Promise<void>;
  /** `type`: how to read `from`, if the platform says so. */
  replied(integrationId: string, from: string, text: string, type?: NumberType): Promise<void>;
}

/** The type of a number without `+`: with its country code, without it, or not a phone number, such as a short code. */
export type NumberType = 'INTERNATIONAL' | 'NATIONAL' | 'OTHER';

export interface PlatformDependencies {
  outbound: Outbound;
  log: Logger;
  publicUrl: string;
  /** The directory that contains captured messages. */
  dataDirectory: string;
  receipts: Receipts;
}

export interface PlatformOwner {
  id: string;
  channel: IntegrationChannel;
  provider: string;
  /** Increases with each change of the settings. */
  version: number;
}

/** Opens the platform of an integration with its decrypted settings. */
export type OpenPlatform = (
  integration: PlatformOwner,
  settings: unknown,
  dependencies: PlatformDependencies,
) => Platform;

/** The settings of an integration without secrets and certificates. */
export type ShownSettings = {
  from?: string | null;
  passType?: string;
  expiresAt?: string;
  issuerId?: string;
} & Record<string, unknown>;

/** What delivery and storage know of a platform. */
interface Provider {
  name: string;
  open: OpenPlatform;
  /** Whether the service stays connected to receive reports and replies. */
  listens: boolean;
  /** The names of the settings that may be shown. */
  shown: readonly string[];
}

export const providers = new ExtensionPoint<Provider>('providers');

export const openPlatform: OpenPlatform = (integration, settings, dependencies) =>
  providerOf(integration.provider).open(integration, settings, dependencies);

export function shownOf(provider: string, settings: object): ShownSettings {
  const { shown } = providerOf(provider);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => shown.includes(name)));
}

/** Returns the names of the providers that send reports and replies over connections. */
export function listeningProviders(): string[] {
  return providers.extensions.filter(({ listens }) => listens).map(({ name }) => name);
}

function providerOf(name: string): Provider {
  const provider = providers.extensions.find((one) => one.name === name);
  if (!provider) throw new Error(`there is no provider ${name}`);
  return provider;
}
