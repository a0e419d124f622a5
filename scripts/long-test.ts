import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';

/** Runs the tests of a folder with settings in their environment, and exits with their code. */
export async function runLongTest(folder: string, settings: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['scripts/run.js', 'scripts/test.ts', 'processes', folder], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
}

/** Parses the value of an option that is a length of time. */
export function positive(value: string): string {
  if (Number(value) > 0 && Number(value) < Number.POSITIVE_INFINITY) return value;
  throw new InvalidArgumentError('It must be a number greater than 0.');
}
