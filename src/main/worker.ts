import { loadClocks } from '../accounts/account/account-clock.ts';
import { DatabaseWatch } from '../kernel/database/engines/cluster/database-watch.ts';
import { attemptDependencies, keptDaysOf, outboundOf, sendingOf, startBackground } from './background.ts';
import { secretsOf } from './process/app-secret.ts';
import { configuredArchive } from './process/configured-archive.ts';
import { openConfiguredDatabase, requireMigrations } from './process/configured-database.ts';
import { readEnv } from './process/env.ts';
import { watchLastPosition } from './process/last-position.ts';
import { createLog } from './process/log.ts';
import { collectGarbage } from './process/memory.ts';
import { onTermination, runProcess } from './process/process.ts';
import { publicUrlOf } from './process/public-url.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

await runProcess(async () => {
  const env = readEnv();
  const telemetry = await startTelemetry(env);
  const log = createLog(env.LOG_LEVEL);
  const database = await openConfiguredDatabase(env);
  await requireMigrations(database);
  telemetry.observe(database, log);
  const positions = await watchLastPosition(database, env.DATA_DIR);
  const watch = new DatabaseWatch(database, log, env.ALLOW_UNSAFE_DATABASE);
  await watch.start();
  await loadClocks(database);
  await collectGarbage();
  const publicUrl = publicUrlOf(env);
  const sender = attemptDependencies(publicUrl, await secretsOf(env), outboundOf(env));
  const background = startBackground({
    database,
    log,
    redisUrl: env.REDIS_URL,
    worker: true,
    sender,
    sending: sendingOf(publicUrl, env.DATA_DIR, sender),
    keptDays: keptDaysOf(env),
    archive: await configuredArchive(env),
  });
  onTermination(async () => {
    await background.stop();
    await positions.stop();
    await watch.stop();
    await telemetry.stop();
    await database.close();
  });
  // Print this last, because a reader of the output may end the process immediately.
  console.log('Worker is running');
});
