import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDataDirectory, locations } from './data-directory.ts';
import { freePort, keepServer } from './kept-server.ts';
import type { Program } from './program.ts';
import type { DatabaseServer } from './server.ts';
import { settings } from './settings.ts';

export async function startProgram(program: Program): Promise<DatabaseServer> {
  const directory = await mkdtemp(join(tmpdir(), `${program.engine}-`));
  const data = join(directory, 'data');
  try {
    await fillDataDirectory(program, data);
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
  const port = await freePort();
  // A starting server deletes the temporary tables in its tmpdir. In a shared directory it would delete those of other servers.
  const own = ['--bind-address=127.0.0.1', `--port=${port}`, `--pid-file=${data}.pid`, `--tmpdir=${directory}`];
  return keepServer({
    engine: program.engine,
    origin: program.command.at(-1) ?? '',
    directory,
    port,
    command: [...program.command, ...locations(program.home, data), ...own, ...settings],
    secondsToStart: 60,
  });
}
