import { startBackground } from './background.ts';
import { isMigrated } from './database/migrate.ts';
import { readEnv } from './env.ts';

import { createLog } from './log.ts';
import { onTermination, openConfiguredDatabase, runProcess, StartFailure } from './process.ts';

await runProcess(async () => {
  const env = readEnv();
  const database = await openConfiguredDatabase(env);
  if (!(await isMigrated(database))) throw new StartFailure('The database is not migrated: run npm run migrate');
  const background = startBackground({ database, log: createLog(env.LOG_LEVEL), worker: true });
  console.log('Worker is running');
  onTermination(async () => {
    await background.stop();
    await database.close();
  });
});
