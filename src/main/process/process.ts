import type { Database } from '../../kernel/database/database.ts';
import { openDatabase } from '../../kernel/database/engines/database-url.ts';
import { model } from '../registries/tables.ts';
import { BadEnvironment, type Env } from './env.ts';

/** An error that prevents the start of a process. Its message explains it without a stack. */
export class StartFailure extends Error {}

/** Runs a process. Prints errors that prevent the start without a stack, and exits with 1. */
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
    throw new StartFailure(`Cannot open DATABASE_URL: ${error instanceof Error ? error.message : error}`);
  }
}

/** Calls `stop` on the first SIGTERM or SIGINT and then exits with 0. Exits with 1 if that takes over 30 seconds. */
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
