/**
 * The process between a test run and a database server. When the run ends, even if it is killed, its channel to this process closes.
 * This process then stops the server and deletes its data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

export interface Kept {
  directory: string;
  command: string[];
  /** Removes what remains after the command was killed. */
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
