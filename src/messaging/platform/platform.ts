import type { Logger } from 'pino';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { IntegrationChannel, Provider } from './channel.ts';

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
  /** Where one click ends all emails of the account to this address (RFC 8058). */
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

/** What a platform says of a message that it was given. */
export type Verdict =
  | { outcome: 'SENT'; platformId: string | null }
  /** It was not sent, and may be tried again: `ofRecipient` when that lies with the recipient, such as a full mailbox. */
  | { outcome: 'DEFERRED'; reason: string; retryAfter?: Date | null; ofRecipient?: boolean }
  /** It was not sent and never will be: `optedOut` when the recipient wants nothing, `badAddress` when there is nobody. */
  | { outcome: 'REFUSED'; reason: string; badAddress?: boolean; optedOut?: boolean }
  /** It may have been sent: the connection was lost after it was handed over. */
  | { outcome: 'UNKNOWN'; reason: string };

/** A connection to a platform, or several. */
export interface Platform {
  /** How many messages it takes at the same time. */
  readonly parallel: number;
  /** Hands a message over, once. Never rejects. */
  send(message: Outgoing): Promise<Verdict>;
  /** Connects and signs in without sending. Answers what is wrong, in words; null when nothing is. */
  check(): Promise<string | null>;
  /** Stays connected for what comes in by itself, where that needs a connection. Called again from time to time. */
  listen?(): void;
  close(): Promise<void>;
}

/** What platforms tell later about messages, and what recipients answer. */
export interface Receipts {
  /** `platformId` is what `SENT` gave. */
  received(
    integrationId: string,
    platformId: string,
    state: 'DELIVERED' | 'FAILED',
    reason: string | null,
  ): Promise<void>;
  replied(integrationId: string, from: string, text: string): Promise<void>;
}

/** What platforms are made with. */
export interface PlatformMeans {
  outbound: Outbound;
  log: Logger;
  publicUrl: string;
  /** Where captured messages are kept. */
  dataDirectory: string;
  receipts: Receipts;
}

/** The integration that a platform is opened for. */
export interface PlatformOwner {
  id: string;
  channel: IntegrationChannel;
  provider: Provider;
  /** Rises with each change of its settings. */
  version: number;
}

/** Opens the platform of an integration with its decrypted settings. */
export type OpenPlatform = (integration: PlatformOwner, settings: unknown, means: PlatformMeans) => Platform;
