import type { GraphQLResolveInfo } from 'graphql';
import type { Logger } from 'pino';
import { onBehalfOf } from '../kernel/clocks/account-clocks.ts';
import type { Database } from '../kernel/database/database.ts';
import { onSnapshot } from '../kernel/database/snapshot.ts';
import type { Event } from '../kernel/event-log/event.ts';
import type { Feed } from '../kernel/event-log/event-feed.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { Outbound } from '../kernel/outbound/outbound.ts';
import type { OwnMail } from '../kernel/outbound/own-mail.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { CampaignProblem } from '../vocabulary/campaign-problem.ts';
import type { Language } from '../words/languages.ts';
import type { Authenticator, Viewer } from './viewer.ts';

export interface Services {
  database: Database;
  authenticator: Authenticator;
  limits: Limits;
  secrets: Secrets;
  log: Logger;
  publicUrl: string;
  recordOf: (event: Event) => object;
  payloadOf: (event: Event) => Promise<object>;
  nameOf: (actor: { id: string; accountId: string; parentId: string | null }) => Promise<string | null>;
  outbound: Outbound;
  /** Null if the operator has configured no mail server. */
  ownMail: OwnMail | null;
  feed: Feed;
  problems: { note: (accountId: string, problem: CampaignProblem) => void };
  keptDays: KeptDays;
  dataDirectory: string;
  timeoutMilliseconds: number;
}

export interface KeptDays {
  messages: number;
  deliveries: number;
  requests: number;
  events: number;
  closedAccounts: number;
}

export interface Context {
  services: Services;
  /** Null if the request has no credentials. Then only introspection is allowed. */
  viewer: Viewer | null;
  requestId: string;
  idempotencyKey: string | string[] | null;
  address: string;
  /** The language of the person who calls, if known. Emails that the call sends to people use it. */
  language?: Language;
  explainsProblems?: boolean;
  /** Called for a result from an earlier call with the same idempotency key. */
  noteReplay: () => void;
  takesBursts?: boolean;
  /** Receives each list before its items are completed, and may replace it. */
  onList?: (items: readonly unknown[], info: GraphQLResolveInfo) => Iterable<unknown> | Promise<never>;
  /** Receives the number of characters that were read for a field, if the estimate cannot know it. May refuse them. */
  onText?: (characters: number) => void;
}

export const contextIn = ({ contextValue }: { contextValue?: unknown }): Context => contextValue as Context;

/** Runs `work` again on the writer if the replica fails. */
export function readOnSnapshot<Result>(context: Context, work: (context: Context) => Promise<Result>): Promise<Result> {
  return onSnapshot(context.services.database, (database) => work(readingFrom(database, context)));
}

export async function requestOnSnapshot(context: Context): Promise<AsyncDisposable & { context: Context }> {
  const { services, viewer } = context;
  // The caller may be a stream that reads outside the request.
  const snapshot = await onBehalfOf(viewer?.account, () => services.database.snapshot());
  return {
    context: readingFrom(snapshot.database, context),
    [Symbol.asyncDispose]: () => snapshot[Symbol.asyncDispose](),
  };
}

function readingFrom(database: Database, context: Context): Context {
  const { services } = context;
  return services.database === database ? context : { ...context, services: { ...services, database } };
}
