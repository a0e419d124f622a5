import { BadEnvironment } from './env.ts';
import '../registries/violation-messages.ts';

/** An error that prevents the start of a process. Its message explains it without a stack. */
export class StartFailure extends Error {}

/** Runs a process. Prints errors that prevent the start without a stack, and exits with 1. */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!preventsStart(error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Whether the message of an error explains it to the operator, without a stack. */
export function preventsStart(error: unknown): error is Error {
  return error instanceof BadEnvironment || error instanceof StartFailure;
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
