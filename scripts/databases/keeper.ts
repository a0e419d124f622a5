/**
 * Runs a database server on behalf of a test run, as the process between them: whatever becomes of the run, even if it is killed, the
 * channel to it closes, and then the server and its data go.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

export interface Kept {
  directory: string;
  command: string[];
  /** Ends what killing the command leaves behind. */
  cleanup?: string[];
}

const { directory, command, cleanup }: Kept = JSON.parse(process.argv[2] ?? '{}');

let server = start();

process.on('message', (order) => {
  if (order === 'start') server = start();
  else server.kill('SIGTERM');
});

process.on('disconnect', async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  if (cleanup) await once(run(cleanup), 'exit');
  await rm(directory, { recursive: true, force: true });
});

function start() {
  return run(command).on('exit', () => process.connected && process.send?.('stopped'));
}

function run([program = '', ...programArguments]: string[]) {
  return spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
}
