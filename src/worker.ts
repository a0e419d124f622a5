import { isMigrated } from './database/migrate.ts';
import { readEnv } from './env.ts';
import { handlers } from './handlers.ts';
import { startWorker } from './jobs/run.ts';
import { createLog } from './log.ts';
import { onTermination, openConfiguredDatabase, runProcess, StartFailure } from './process.ts';

await runProcess(async () => {
  const env = readEnv();
  const database = await openConfiguredDatabase(env);
  if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
  const worker = startWorker(database, handlers, createLog(env.LOG_LEVEL));
  console.log('Worker is running');
  onTermination(async () => {
    await worker.stop();
    await database.close();
  });
});
