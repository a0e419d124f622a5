import type { Logger } from 'pino';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { IntegrationChannel } from './channel.ts';

export interface OutgoingEmail {
  channel: 'EMAIL';
  id: string;
  accountId: string;
  from: { name: string | null; address: string };
  to: { name: string | null; address: string };
  subject: string;
  text: string;
  html: string;
  /** The address for one-click unsubscribing from all emails of the account (RFC 8058). Null for links to people. */
  unsubscribeUrl: string | null;
}

export interface OutgoingSms {
  channel: 'SMS';
  id: string;
  accountId: string;
  to: string;
  text: string;
}

export type Outgoing = OutgoingEmail | OutgoingSms;

export type Verdict =
  | { outcome: 'SENT'; platformId: string | null }
  /**
   * A retry may succeed. `ofRecipient` means that the recipient is the cause, for example, because the mailbox is full.
   */
  | { outcome: 'DEFERRED'; reason: string; retryAfter?: Date | null; ofRecipient?: boolean }
  /** A retry is pointless. `optedOut`: the recipient has opted out. `badAddress`: the address does not exist. */
  | { outcome: 'REFUSED'; reason: string; badAddress?: boolean; optedOut?: boolean }
  /** The message may have been sent: the connection was lost after the handover. */
  | { outcome: 'UNKNOWN'; reason: string };

export interface Platform {
  readonly parallel: number;
  /** Hands a message over once. Never rejects. */
  send(message: Outgoing): Promise<Verdict>;
  /** Connects and signs in. Returns the reason for a failure, or null. */
  check(): Promise<string | null>;
  /** Stays connected to receive reports and replies, if that needs a connection. It is called repeatedly. */
  listen?(): void;
  close(): Promise<void>;
}

export interface Receipts {
  /** Called for a status report. The id is that in the verdict `SENT`. */
  received(
    integrationId: string,
    platformId: string,
    state: 'DELIVERED' | 'FAILED',
    reason: string | null,
  ): Promise<void>;
  /** Called for a reply. `type` says how to read `from`, if the platform knows. */
  replied(integrationId: string, from: string, text: string, type?: NumberType): Promise<void>;
}

/**
 * What a number without `+` is: one with its country code, one without, or no phone number at all, such as a short
 * code.
 */
export type NumberType = 'INTERNATIONAL' | 'NATIONAL' | 'OTHER';

export interface PlatformDependencies {
  outbound: Outbound;
  log: Logger;
  publicUrl: string;
  dataDirectory: string;
  receipts: Receipts;
}

export interface PlatformOwner {
  id: string;
  channel: IntegrationChannel;
  provider: string;
  version: number;
}

export type OpenPlatform = (
  integration: PlatformOwner,
  settings: unknown,
  dependencies: PlatformDependencies,
) => Platform;

export type ShownSettings = {
  from?: string | null;
  passType?: string;
  expiresAt?: string;
  issuerId?: string;
} & Record<string, unknown>;

interface Provider {
  name: string;
  open: OpenPlatform;
  /** Whether the platform stays connected to receive reports and replies. */
  listens: boolean;
  shown: readonly string[];
}

export const providers = new ExtensionPoint<Provider>('providers');

export const openPlatform: OpenPlatform = (integration, settings, dependencies) =>
  providerOf(integration.provider).open(integration, settings, dependencies);

export function shownOf(provider: string, settings: object): ShownSettings {
  const { shown } = providerOf(provider);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => shown.includes(name)));
}

export function listeningProviders(): string[] {
  return providers.extensions.filter(({ listens }) => listens).map(({ name }) => name);
}

function providerOf(name: string): Provider {
  const provider = providers.extensions.find((one) => one.name === name);
  if (!provider) throw new Error(`there is no provider ${name}`);
  return provider;
}
