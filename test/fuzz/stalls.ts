import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const intervalMilliseconds = 10;

/** The processor time of this thread, which others on a busy machine do not lengthen. */
function cpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Calls `note` with the processor time of each turn of the event loop that took longer than this. Returns the end. */
export function watchTurns(longerThan: number, note: (milliseconds: number) => void): () => void {
  let before = cpuMilliseconds();
  const timer = setInterval(() => {
    const now = cpuMilliseconds();
    if (now - before > longerThan) note(now - before);
    before = now;
  }, intervalMilliseconds);
  return () => clearInterval(timer);
}

/** Runs a task and returns the processor time of its longest turn of the event loop, if any took long. */
export async function longestTurn(task: () => unknown): Promise<number> {
  let longest = 0;
  await turn();
  const stop = watchTurns(0, (milliseconds) => {
    longest = Math.max(longest, milliseconds);
  });
  const before = cpuMilliseconds();
  const done = task();
  // What runs before the first turn ends is part of that turn.
  longest = cpuMilliseconds() - before;
  await done;
  await new Promise((resolve) => setTimeout(resolve, intervalMilliseconds));
  stop();
  return longest;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The memory in use that nothing can free, in MiB. */
export function usedMemory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
