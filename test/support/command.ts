import { format } from 'node:util';
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { commandLine } from '../../src/main/cli/command-line.ts';
import { preventsStart } from '../../src/main/process/process.ts';
import { appSecret } from './make.ts';

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

/**
 * Runs a command of `npm run cli` in the process of the test, one at a time, and returns what its process would print.
 * Commands that write to the standard output themselves, such as `events tail`, need a process.
 */
export async function runCommand(words: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome: Outcome = { code: 0, output: '', errors: '' };
  const log = vi.spyOn(console, 'log').mockImplementation((...line) => {
    outcome.output += `${format(...line)}\n`;
  });
  // Without a database, a command must not find that of a developer.
  const whole = { DATABASE_URL: 'sqlite::memory:', APP_SECRET: appSecret, ...env };
  for (const [name, value] of Object.entries(whole)) vi.stubEnv(name, value);
  const program = commandLine((configured) =>
    configured.exitOverride().configureOutput({
      writeErr: (text) => {
        outcome.errors += text;
      },
    }),
  );
  try {
    await program.parseAsync(words, { from: 'user' });
    outcome.code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError) && !preventsStart(error)) throw error;
    outcome.code = 1;
    if (preventsStart(error)) outcome.errors += `${error.message}\n`;
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    log.mockRestore();
  }
  return outcome;
}
