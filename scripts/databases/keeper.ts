/**
 * The process between a test run and a database server. When the run ends, even if it is killed, its channel to this process closes.
 * This process then stops the server and deletes its data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

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
    if (!suspend && order === 'suspend') while (await someThreadRuns(Number(server.pid))) await sleep(5);
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

/** A busy machine takes a while to stop all threads, and the others go on answering. Only Linux tells. */
async function someThreadRuns(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => 'State:\tT'),
  );
  return (await Promise.all(states)).some((status) => !/^State:\t[TtZX]/m.test(status));
}

function start() {
  return run(command).on('exit', () => process.connected && process.send?.('stopped'));
}

function run([program = '', ...programArguments]: string[]) {
  return spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit'] });
}
