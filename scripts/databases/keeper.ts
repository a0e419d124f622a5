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
  /** Suspend and resume the server, if a signal to the command does not. */
  suspend?: { stop: string[]; resume: string[] };
}

const { directory, cleanup, suspend, ...kept }: Kept = JSON.parse(process.argv[2] ?? '{}');

let { command } = kept;
let server = start();

process.on('message', async (order: 'start' | 'stop' | 'kill' | 'suspend' | 'resume' | { start: string[] }) => {
  if (typeof order === 'object') command = order.start;
  if (typeof order === 'object' || order === 'start') server = start();
  else if (order === 'stop') server.kill('SIGTERM');
  else if (order === 'kill') server.kill('SIGKILL');
  else {
    if (suspend) await once(run(order === 'suspend' ? suspend.stop : suspend.resume), 'exit');
    else server.kill(order === 'suspend' ? 'SIGSTOP' : 'SIGCONT');
    process.send?.('done');
  }
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
