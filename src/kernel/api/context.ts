import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Feed } from '../event-log/event-feed.ts';
import type { Render } from '../event-log/event-payload.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Authenticator, Viewer } from './viewer.ts';

/** What every call of the service can use, made once when the process starts. */
export interface Services {
  database: Database;
  authenticator: Authenticator;
  secrets: Secrets;
  log: Logger;
  /** How public addresses begin. */
  publicUrl: string;
  /** Renders events as webhooks and subscriptions carry them. */
  render: Render;
  /** The way to addresses that customers name. */
  outbound: Outbound;
  /** The log of events, live. */
  feed: Feed;
  /** Where captured messages are kept. */
  dataDirectory: string;
  /** How long a send waits for what the platform says of it. */
  patienceMilliseconds: number;
}

/** One request: the services, who asks, and what the log calls it. */
export interface Context {
  services: Services;
  /** Null when the request carries no credentials: then only introspection answers. */
  viewer: Viewer | null;
  requestId: string;
  /** The header that makes a repeated write the same write, as it was sent. */
  idempotencyKey: string | string[] | null;
  /** Called when an answer is that of an earlier call. */
  noteReplay: () => void;
}
