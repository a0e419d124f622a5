import './process/jsx.ts';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadClocks } from '../accounts/account/account-clock.ts';
import { createHttpServer } from '../http/http-server.ts';
import { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';
import { createLimits } from '../kernel/limits/limits.ts';
import { consolePath, couponPath, directoryPath } from '../vocabulary/links.ts';
import { attemptDependencies, keptDaysOf, outboundOf, sendingOf, startBackground } from './background.ts';
import { bootstrap } from './bootstrap.ts';
import { consoleEntry } from './console-entry.ts';
import { demoCurl, demoOf, isLocal } from './demo/demo.ts';
import type { DemoKey } from './demo/opening.ts';
import { secretsOf } from './process/app-secret.ts';
import { configuredArchive } from './process/configured-archive.ts';
import { openConfiguredDatabase, requireMigrations, runMigrations } from './process/configured-database.ts';
import { configuredMail } from './process/configured-mail.ts';
import { type Env, readEnv } from './process/env.ts';
import { outliveForgottenResults } from './process/forgotten-results.ts';
import { watchLastPosition } from './process/last-position.ts';
import { createLog } from './process/log.ts';
import { collectGarbage } from './process/memory.ts';
import { onTermination, runProcess, StartFailure } from './process/process.ts';
import { addressOf, browserUrl } from './process/public-url.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

/** How long a stopping process waits for running requests. */
const answeredMilliseconds = 28_000;

/**
 * Node's default of 511 is too low for thousands of simultaneous callers. Linux limits it to `net.core.somaxconn`.
 */
const backlog = 4096;

const withoutDemo =
  '  No demo         HOST or PUBLIC_URL leads to this machine from elsewhere. DEMO=on creates a demo all the same.';

await runProcess(async () => {
  const { createServices, serveApp } = await import('./app.ts');
  const env = readEnv();
  const telemetry = await startTelemetry(env);
  const log = createLog(env.LOG_LEVEL);
  outliveForgottenResults(log);
  const isNew = env.databaseUrl.startsWith('sqlite:') && !existsSync(env.databaseUrl.slice('sqlite:'.length));
  const database = await openConfiguredDatabase(env);
  await (env.MIGRATE ? runMigrations(database) : requireMigrations(database));
  telemetry.observe(database, log);
  const positions = await watchLastPosition(database, env.DATA_DIR);
  if (env.BOOTSTRAP_API_KEY) await bootstrap(database, env.BOOTSTRAP_API_KEY);
  const watch = new DatabaseWatch(database, log, env.ALLOW_UNSAFE_DATABASE);
  await watch.start();
  const secrets = await secretsOf(env);
  const outbound = outboundOf(env);
  const limits = createLimits({ perSecond: env.RATE_LIMIT, redisUrl: env.REDIS_URL, log });
  const given = { database, log, secrets, outbound, limits, keptDays: keptDaysOf(env), dataDirectory: env.DATA_DIR };
  // The demo must not wait for messages, because no worker sends them yet.
  const opening = createServices({ ...given, publicUrl: '', timeoutMilliseconds: 0 });
  const demo = await demoOf(opening, env, isNew);
  await opening.feed.stop();
  await loadClocks(database);
  await collectGarbage();
  const server = createHttpServer(env.TRUSTED_PROXIES);
  const publicUrl = env.PUBLIC_URL ?? (await listen(server, env));
  const { endSubscriptions, storeNoted } = serveApp(server, {
    ...given,
    watch,
    publicUrl,
    ownMail: await configuredMail(env, { log, publicUrl, dataDirectory: env.DATA_DIR }),
    trustedProxies: env.TRUSTED_PROXIES,
    demo: isLocal(env.PUBLIC_URL) ? demo : null,
  });
  if (!server.listening) await listen(server, env);
  const sender = attemptDependencies(publicUrl, secrets, outbound);
  const background = startBackground({
    database,
    log,
    redisUrl: env.REDIS_URL,
    worker: env.WORKER,
    sender,
    sending: sendingOf(publicUrl, env.DATA_DIR, sender),
    keptDays: keptDaysOf(env),
    archive: await configuredArchive(env),
  });
  onTermination(async () => {
    const closed = once(server, 'close');
    server.keepAliveTimeout = 1; // Closes busy connections as soon as their request is complete.
    server.close();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), answeredMilliseconds).unref();
    await Promise.all([endSubscriptions(), closed, background.stop()]);
    await storeNoted();
    limits.rates.stop();
    await positions.stop();
    await watch.stop();
    await telemetry.stop();
    await database.close();
  });
  const entry = await consoleEntry(database, env, publicUrl, demo);
  // Print this last, because a reader of the output may end the process immediately.
  greet(publicUrl, demo, entry);
  if (isNew && !demo && !env.DEMO) console.log(withoutDemo);
});

/** Starts to accept connections, and returns the address. */
async function listen(server: Server, { PORT, HOST }: Env): Promise<string> {
  server.listen({ port: PORT, host: HOST, backlog });
  await once(server, 'listening').catch((error: Error) => {
    throw new StartFailure(`Cannot listen on PORT ${PORT} of HOST ${HOST}: ${error.message}`);
  });
  const { port } = server.address() as AddressInfo;
  return addressOf(HOST, port);
}

function greet(publicUrl: string, demo: DemoKey | null, entry: string | null): void {
  const lines = [
    `Campaign service at ${publicUrl}`,
    `  Console         ${entry ?? browserUrl(publicUrl) + consolePath}`,
    ...(entry ? ['                  (the link works once, within 15 minutes)'] : []),
    `  GraphiQL        ${publicUrl}/graphql`,
    `  REST reference  ${publicUrl}/docs`,
    ...(demo
      ? [
          `  Public page     ${publicUrl}${couponPath(demo.publicPage)}`,
          `  City guide      ${publicUrl}${directoryPath(demo.guide.code)}`,
          `                  (sign in as ${demo.guide.email} with the password ${demo.guide.password})`,
          `  Outbox          ${publicUrl}/outbox`,
          '                  (sign in with the id and the secret of the demo key)',
          `  Demo key        ${demo.id}:${demo.secret}`,
          '  Example request to look up a coupon session:',
          `  ${demoCurl(publicUrl, demo)}`,
        ]
      : []),
  ];
  console.log(lines.join('\n'));
}
