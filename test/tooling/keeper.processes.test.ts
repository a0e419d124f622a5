import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const keeperFile = fileURLToPath(new URL('../../scripts/databases/keeper.ts', import.meta.url));
let directory: string;
let keeper: ChildProcess;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kept-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const server = ['sh', '-c', `echo $$ > ${directory}/pid; exec sleep 100`];
  keeper = fork(keeperFile, [JSON.stringify({ directory, command: server })], { execArgv: [] });
});

test("the server and its data are removed when the keeper's parent exits", async () => {
  const pid = await serverPid();

  keeper.disconnect();
  await once(keeper, 'exit');

  expect(isRunning(pid)).toBe(false);
  expect(existsSync(directory)).toBe(false);
});

test('the keeper stops and starts the server on request', async () => {
  const before = await serverPid();

  keeper.send('stop');
  expect(await once(keeper, 'message')).toContain('stopped');
  expect(isRunning(before)).toBe(false);
  rmSync(join(directory, 'pid'));

  keeper.send('start');
  expect(isRunning(await serverPid())).toBe(true);
  keeper.disconnect();
  await once(keeper, 'exit');
});

test('the keeper suspends and resumes the server on request, and ends it while it is suspended', async () => {
  const pid = await serverPid();

  for (const [order, state] of [
    ['suspend', 'T'],
    ['resume', 'S'],
    ['suspend', 'T'],
  ] as const) {
    keeper.send(order);
    await once(keeper, 'message');
    await expect.poll(() => stateOf(pid)).toBe(state);
  }
  keeper.disconnect();
  await once(keeper, 'exit');

  expect(isRunning(pid)).toBe(false);
});

async function serverPid() {
  const file = join(directory, 'pid');
  await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toMatch(/\n$/);
  return Number(readFileSync(file, 'utf8'));
}

/** The state of a process: S for one that sleeps, T for one that is stopped. */
function stateOf(pid: number) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2];
}

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
