import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { Services } from '../../src/api/context.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { DatabaseWatch } from '../../src/kernel/database/engines/cluster/database-watch.ts';
import { openDatabase } from '../../src/kernel/database/engines/database-url.ts';
import { createLimits } from '../../src/kernel/limits/limits.ts';
import { Outbound, type OutboundOptions } from '../../src/kernel/outbound/outbound.ts';
import type { OwnMail } from '../../src/kernel/outbound/own-mail.ts';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { serveApp } from '../../src/main/app.ts';
import { attemptDependencies, sendingOf, startBackground } from '../../src/main/background.ts';
import { createLog } from '../../src/main/process/log.ts';
import { model } from '../../src/main/registries/tables.ts';
import type { SendingDependencies } from '../../src/messaging/delivery/sending-worker.ts';
import type { NotificationDependencies } from '../../src/wallets/notification/notifiers.ts';
import { Client } from './client.ts';
import { giveBackDatabase, migratedDatabaseUrl, takeDatabase, timeoutOfTests } from './database.ts';
import { appSecret, makeAccount, type NewKey } from './make.ts';

export interface App {
  services: Services;
  database: Database;
  /** The URL with which other processes open the same database. */
  databaseUrl: string;
  url: string;
  /** The directory of captured messages. */
  dataDirectory: string;
  /** A client with a key of a new account, or of the account of another client. */
  client: (key?: NewKey) => Promise<Client>;
  /** Stores refused attempts and requests, which the service otherwise stores a second later. */
  storeNoted: () => Promise<void>;
}

/** The days for which the service keeps data in tests. */
const keptDaysOfTests = { events: 400, deliveries: 30, messages: 400, audit: 730, requests: 7, closedAccounts: 30 };

/** In tests, the service may connect to this machine. The long timeout allows for a busy machine. */
export const usualOutbound = { allowInsecure: true, allowedRanges: ['127.0.0.0/8'], timeoutMilliseconds: 60_000 };

type Settings = Pick<Use, 'publicUrl' | 'trustedProxies' | 'rateLimit' | 'googleKeys' | 'outbound' | 'ownMail'>;

/**
 * Runs the service on the engine of this run while the tests of the file run. The files of a process share one database: each
 * test has accounts of its own. The service itself counts wrong secrets by address, so each file has its own.
 */
export function useApp(settings: Settings = {}): App {
  return use(settings);
}

/** Does the same as `useApp`, on a separate database, for tests that start their own workers. */
export function useAppWithDatabaseOfItsOwn(): App {
  return use({ hasDatabaseOfItsOwn: true });
}

/**
 * Does the same as `useApp`, with the background loops and on a separate database. On a shared database, other test
 * processes would also send its webhooks.
 */
export function useAppWithBackground(
  options: Partial<OutboundOptions> = {},
  sending: Partial<SendingDependencies & NotificationDependencies> = {},
): App {
  return use({ hasDatabaseOfItsOwn: true, background: { options, sending } });
}

/** Does the same as `useAppWithBackground` until the test ends. */
export async function startAppWithBackground(): Promise<App> {
  const { app, stop } = await start({ hasDatabaseOfItsOwn: true, background: { options: {}, sending: {} } });
  onTestFinished(stop);
  return Object.assign(unstarted(), app);
}

/** Does the same as `useAppWithBackground`, with the most verbose log, whose lines `logged` returns. */
export function useAppWithLog(
  options: Partial<OutboundOptions> = {},
  settings: Pick<Use, 'googleKeys' | 'outbound'> = {},
): App & { logged: () => string } {
  const lines: string[] = [];
  const background = { options, sending: {} };
  const app = use({ ...settings, hasDatabaseOfItsOwn: true, background, log: { write: (line) => lines.push(line) } });
  return Object.assign(app, { logged: () => lines.join('') });
}

interface Use {
  hasDatabaseOfItsOwn?: boolean;
  background?: { options: Partial<OutboundOptions>; sending: Partial<SendingDependencies & NotificationDependencies> };
  publicUrl?: string;
  trustedProxies?: readonly string[];
  /** The requests per second of an account. Default 0, no limit, because tests send many requests at once. */
  rateLimit?: number;
  /** The address of the keys with which Google signs its reports. */
  googleKeys?: string;
  /** The mail server of the service. Default: none. */
  ownMail?: OwnMail;
  /** Default: a client that may connect to this machine. */
  outbound?: Outbound;
  /** Where the log goes. Default: nowhere. */
  log?: DestinationStream;
}

interface Started {
  app: Omit<App, 'client'>;
  stop: () => Promise<void>;
}

function use(settings: Use): App {
  let started: Started | undefined;
  const app = unstarted();
  beforeAll(async () => {
    started = await start(settings);
    Object.assign(app, started.app);
  });
  afterAll(() => started?.stop());
  return app;
}

/** By server: the database of the files that need none of their own. It stays open until their process ends. */
const shared = new Map<string, Promise<Opened>>();

interface Opened {
  databaseUrl: string;
  database: Database;
}

function sharedDatabase(): Promise<Opened> {
  const serverUrl = inject('serverUrl');
  const opening = shared.get(serverUrl) ?? opened(migratedDatabaseUrl(inject('engine'), serverUrl));
  shared.set(serverUrl, opening);
  return opening;
}

async function opened(url: Promise<string>): Promise<Opened> {
  const databaseUrl = await url;
  return { databaseUrl, database: await openDatabase(databaseUrl, model, timeoutOfTests) };
}

function unstarted(): App {
  const app: App = {
    services: undefined as never,
    database: undefined as never,
    databaseUrl: '',
    url: '',
    dataDirectory: '',
    storeNoted: undefined as never,
    client: async (key) => new Client(app.url, await makeAccount(app.database, key)),
  };
  return app;
}

async function start({
  hasDatabaseOfItsOwn,
  background,
  publicUrl,
  trustedProxies,
  rateLimit = 0,
  googleKeys,
  ownMail,
  outbound,
  log: destination,
}: Use): Promise<Started> {
  // Loaded here, because it takes a second in which nothing else runs.
  await import('./documented-answers.ts');
  const [engine, serverUrl] = [inject('engine'), inject('serverUrl')];
  const { databaseUrl, database } = await (hasDatabaseOfItsOwn
    ? opened(takeDatabase(engine, serverUrl))
    : sharedDatabase());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'data-'));
  const log = createLog(destination ? 'debug' : 'silent', destination);
  const secrets = new Secrets(appSecret);
  const way = outbound ?? new Outbound({ ...usualOutbound, ...background?.options });
  // Tests open thousands of connections at once, and on a busy machine the default backlog of 511 loses some of them.
  const server = createHttpServer(trustedProxies).listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { services, endSubscriptions, storeNoted } = serveApp(server, {
    database,
    watch: new DatabaseWatch(database, log),
    log,
    publicUrl: publicUrl ?? url,
    secrets,
    outbound: way,
    limits: createLimits({ perSecond: rateLimit, log }),
    keptDays: keptDaysOfTests,
    dataDirectory,
    // Waiting would be useless: without workers, nothing is sent.
    ...(!background && { timeoutMilliseconds: 0 }),
    ...(trustedProxies && { trustedProxies }),
    ...(googleKeys && { googleKeys }),
    ...(ownMail && { ownMail }),
  });
  const sender = attemptDependencies(url, secrets, way);
  const loops = background
    ? startBackground({
        database,
        log,
        worker: true,
        sender,
        sending: { ...sendingOf(url, dataDirectory, sender), ...background.sending },
        keptDays: keptDaysOfTests,
      })
    : null;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await endSubscriptions();
    await storeNoted();
    await loops?.stop();
    if (hasDatabaseOfItsOwn) {
      await database.close();
      giveBackDatabase(serverUrl, databaseUrl);
    }
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  return { app: { services, database, databaseUrl, url, dataDirectory, storeNoted }, stop };
}
