import type { Database } from '../../kernel/database/database.ts';
import { openDatabase } from '../../kernel/database/engines/database-url.ts';
import { model } from '../registries/tables.ts';
import { BadEnvironment, type Env } from './env.ts';

/** A reason not to start that one line tells. */
export class StartFailure extends Error {}

/** Runs a process. What keeps it from starting is printed without a stack, and ends it. */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BadEnvironment) && !(error instanceof StartFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export async function openConfiguredDatabase(env: Env): Promise<Database> {
  try {
    return await openDatabase(env.databaseUrl, model);
  } catch (error) {
    throw new StartFailure(`DATABASE_URL cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls `stop` on the first SIGTERM or SIGINT and then exits with 0, after 30 seconds at the latest with 1. */
export function onTermination(stop: () => Promise<void>): void {
  let stopping = false;
  const terminate = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 30_000).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', terminate);
  process.on('SIGINT', terminate);
}
