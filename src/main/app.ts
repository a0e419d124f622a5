import type { Server } from 'node:http';
import express from 'express';
import { RequestRecorder } from '../accounts/requests/request-recorder.ts';
import type { KeptDays, Services } from '../api/context.ts';
import { consoleRoutes } from '../console/console-routes.ts';
import { demoSignIn } from '../console/entrance/demo-sign-in.ts';
import { fileRoutes } from '../files/file-transfers.ts';
import { walletFiles } from '../files/wallet-files.ts';
import { graphiqlPage } from '../graphql/graphiql-page.ts';
import { graphqlRoute } from '../graphql/graphql-route.ts';
import { createGraphQLServer } from '../graphql/graphql-server.ts';
import { serveWebSockets } from '../graphql/websocket-server.ts';
import { hooks } from '../hooks/hook-list.ts';
import { queueAnonymousRequests } from '../http/anonymous-queue.ts';
import { serveHealth } from '../http/health.ts';
import { guardRequests, joinSlashes } from '../http/http-server.ts';
import { logRequests } from '../http/request-trace.ts';
import { TrustedProxies } from '../http/trusted-proxies.ts';
import type { Database } from '../kernel/database/database.ts';
import type { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';
import { Feed } from '../kernel/event-log/event-feed.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { Outbound } from '../kernel/outbound/outbound.ts';
import type { OwnMail } from '../kernel/outbound/own-mail.ts';
import { Problem } from '../kernel/problem.ts';
import { provideRuntime } from '../kernel/security/runtime.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { docsPage } from '../pages/docs-page.ts';
import { guidePages } from '../pages/guide/guide-pages.tsx';
import { homePage } from '../pages/home-page.tsx';
import { publicPages } from '../pages/public/page-router.ts';
import { recording, webhookPayloads } from '../payloads/event-kinds.ts';
import { findActorName } from '../people/person/actor-name.ts';
import { CallerAuthenticator } from '../people/sign-in/caller-authenticator.ts';
import { answerFailure, restRouter } from '../rest/adapter/router.ts';
import { rows } from '../rest/documented-paths.ts';
import { serveOpenApi } from '../rest/openapi/openapi-document.ts';
import { ProblemCounter } from '../statistics/counting/problem-counter.ts';
import { tillPages } from '../till/till-routes.ts';
import { payloadOf } from '../webhooks/payload/payload-context.ts';
import { ownerEntry } from './demo/demo.ts';
import { graphiqlOptions } from './demo/graphiql-examples.ts';
import type { DemoKey } from './demo/opening.ts';
import type { Logger } from './process/log.ts';
import { schema } from './registries/schema.ts';

interface ServiceOptions {
  database: Database;
  log: Logger;
  publicUrl: string;
  secrets: Secrets;
  outbound: Outbound;
  /** Default: none. */
  ownMail?: OwnMail | null;
  limits: Limits;
  keptDays: KeptDays;
  dataDirectory: string;
  /** How long a send waits for the verdict of the platform. Default: 10 seconds. */
  timeoutMilliseconds?: number;
}

interface Options extends ServiceOptions {
  watch: DatabaseWatch;
  /** The addresses and ranges whose `X-Forwarded-For` the service trusts. Default: none. */
  trustedProxies?: readonly string[];
  /** The address of the keys with which Google signs its reports. Default: Google's own address. */
  googleKeys?: string;
  demo?: DemoKey | null;
}

export function createServices({
  database,
  log,
  publicUrl,
  ownMail = null,
  timeoutMilliseconds = 10_000,
  ...given
}: ServiceOptions) {
  const recordOf = recording(publicUrl);
  const render = webhookPayloads(recordOf, publicUrl);
  return {
    ...{ database, log, publicUrl, ownMail, timeoutMilliseconds, ...given, recordOf },
    authenticator: new CallerAuthenticator(database),
    payloadOf: (event) => payloadOf(database, render, event),
    nameOf: (actor) => findActorName(database, actor),
    problems: new ProblemCounter(database, log),
    feed: new Feed(database, log),
  } satisfies Services;
}

export function serveApp(
  server: Server,
  { watch, trustedProxies = [], googleKeys, demo = null, ...given }: Options,
): {
  services: Services;
  endSubscriptions: () => Promise<void>;
  /** Stores the refused attempts and requests that are still in memory. Call it after the last request. */
  storeNoted: () => Promise<void>;
} {
  const { database, log, publicUrl, secrets, dataDirectory } = given;
  provideRuntime({ secrets, dataDirectory });
  const requests = new RequestRecorder(database.background, log);
  const services = createServices(given);
  const graphql = createGraphQLServer(schema, services);
  const proxies = new TrustedProxies(trustedProxies);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', (address: string) => proxies.includes(address));
  app.use(joinSlashes);
  app.use(logRequests(log, requests));
  app.use(guardRequests);
  app.get('/graphql', graphiqlPage(graphiqlOptions(demo), graphiqlOptions(null)));
  app.use('/graphql', graphqlRoute(graphql, services));
  app.use(restRouter(rows, schema, services));
  app.use(fileRoutes(services));
  app.use(queueAnonymousRequests);
  app.use(walletFiles(services));
  for (const hook of hooks) app.use(hook(services, { googleKeys }));
  app.use(consoleRoutes(services, schema));
  app.use(tillPages(publicUrl));
  app.use(publicPages(services));
  app.use(homePage(publicUrl, { isDemo: demo !== null }));
  if (demo) app.use(demoSignIn(services, () => ownerEntry(database, demo)));
  app.use(guidePages(publicUrl));
  app.get(
    '/openapi.json',
    serveOpenApi({ rows, schema, publicUrl }, demo ? [demo.session, demo.coupon, ...demo.ids] : []),
  );
  app.use(docsPage(demo));
  app.use(serveHealth(database, watch));
  app.use(() => {
    throw new Problem('UNKNOWN_PATH');
  });
  app.use(answerFailure(services));
  server.on('request', app);
  const sockets = serveWebSockets(server, graphql, services, proxies);
  return {
    services,
    endSubscriptions: async () => {
      await Promise.all([sockets.close(), services.feed.stop()]);
    },
    storeNoted: async () => {
      await Promise.all([services.problems.store(), requests.store()]);
    },
  };
}
