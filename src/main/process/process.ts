import { BadEnvironment } from './env.ts';
import '../registries/input-error-messages.ts';

/** A failed start. The message explains it without a stack trace. */
export class StartFailure extends Error {}

/** Runs a process. It exits with 1 if the start fails. */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!preventsStart(error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export function preventsStart(error: unknown): error is Error {
  return error instanceof BadEnvironment || error instanceof StartFailure;
}

/** Calls `stop` on termination. Then exits with 0, or with 1 if it fails or takes more than 30 seconds. */
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
