import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { inThread } from '../../../src/kernel/threads/side-thread.ts';
import { threadTime } from '../../support/thread-time.ts';

const task = (name: string) => new URL(`side-task-${name}.ts`, import.meta.url);

test('work in the thread does not block the event loop', async () => {
  await inThread(task('work'), 1);

  const time = await threadTime(() => Promise.all(Array.from({ length: 5 }, () => inThread(task('work'), 100))));

  expect(time, 'of 500').toBeLessThan(100);
});

test('callers do not wait for jobs', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const jobs = [inThread(task('gate'), gate, 'job'), inThread(task('work'), 1, 'job')];

  await inThread(task('work'), 1);

  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await Promise.all(jobs)).toHaveLength(2);
});

test.skipIf(process.platform !== 'linux')('the thread of jobs, and no other, has a low priority', async () => {
  await inThread(task('work'), 1);
  const others = nicenessOfThreads();

  await inThread(task('work'), 1, 'job');

  expect(nicenessOfThreads().filter((niceness) => niceness === 15)).toHaveLength(1);
  expect(new Set(others.filter((niceness) => niceness !== 15))).toEqual(new Set([getPriority()]));
});

/** Returns the niceness of each thread of this process: field 19 of the file `stat`, whose second field has parentheses. */
function nicenessOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  });
}

test('a task that kills the thread fails after its second attempt, and the others are done', async () => {
  const deadly = inThread(task('death'), null);
  const others = Array.from({ length: 3 }, () => inThread(task('work'), 1));

  await expect(deadly).rejects.toThrow('The thread ended');
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});

test('a task that throws fails alone', async () => {
  await expect(inThread(task('work'), -1)).rejects.toThrow('not so long');
  expect(await inThread(task('work'), 1)).toBe('done');
});

test('too many tasks of callers are refused, and jobs wait', async () => {
  const tasks = Array.from({ length: 201 }, () => inThread(task('work'), 0));
  expect(() => inThread(task('work'), 0)).toThrow('Too many drawings');
  const job = inThread(task('work'), 0, 'job');
  expect(await Promise.all([...tasks, job])).toHaveLength(202);
});
