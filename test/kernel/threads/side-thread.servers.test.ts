import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { inThread, type TaskOwner } from '../../../src/kernel/threads/side-thread.ts';
import { threadTime } from '../../support/thread-time.ts';

const [one, other] = [{ rootId: 'acc_1' }, { rootId: 'acc_2' }];
const task = (name: string) => new URL(`side-task-${name}.ts`, import.meta.url);

test('work in the thread does not block the event loop', async () => {
  await inThread(task('work'), 1, one);

  // Other work of this process, such as collecting garbage, may fall into one measurement, but not into all of them.
  const works = () => Promise.all(Array.from({ length: 5 }, () => inThread(task('work'), 100, one)));
  const times = [await threadTime(works), await threadTime(works), await threadTime(works)];

  expect(Math.min(...times), 'of 500').toBeLessThan(100);
});

test('callers do not wait for jobs', async () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const jobs = [inThread(task('gate'), gate, 'job'), inThread(task('work'), 1, 'job')];

  await inThread(task('work'), 1, one);

  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect(await Promise.all(jobs)).toHaveLength(2);
});

test.skipIf(process.platform !== 'linux')('the thread of jobs, and no other, has a low priority', async () => {
  await inThread(task('work'), 1, one);
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
  const deadly = inThread(task('death'), null, one);
  const others = Array.from({ length: 3 }, () => inThread(task('work'), 1, one));

  await expect(deadly).rejects.toThrow('The thread ended');
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
});

test('a task that throws fails alone', async () => {
  await expect(inThread(task('work'), -1, one)).rejects.toThrow('not so long');
  expect(await inThread(task('work'), 1, one)).toBe('done');
});

test('too many tasks of an account are refused, and those of others and of jobs are not', async () => {
  const tasks = Array.from({ length: 201 }, () => inThread(task('work'), 0, one));

  await expect(inThread(task('work'), 0, one)).rejects.toThrow('Too many drawings');

  const others = Array.from({ length: 40 }, () => inThread(task('work'), 0, other));
  const job = inThread(task('work'), 0, 'job');
  expect(await Promise.all([...tasks, ...others, job])).toHaveLength(242);
});

test('an account with many tasks delays another by two tasks at most', async () => {
  const order: string[] = [];
  const noting = (name: string) => () => void order.push(name);
  const many = Array.from({ length: 50 }, () => inThread(task('work'), 1, one).then(noting('many')));

  await inThread(task('work'), 1, other).then(noting('other'));

  expect(order.length).toBeLessThanOrEqual(3);
  await Promise.all(many);
});

test('one address takes half of the places of an account at most', async () => {
  const [from, elsewhere] = ['203.0.113.1', '203.0.113.2'].map((address) => ({ ...one, address }));
  const flood = Array.from({ length: 100 }, () => inThread(task('work'), 0, from as TaskOwner));

  await expect(inThread(task('work'), 0, from as TaskOwner)).rejects.toThrow('Too many drawings');

  const others = Array.from({ length: 40 }, () => inThread(task('work'), 0, elsewhere as TaskOwner));
  const ofAnother = inThread(task('work'), 0, { ...other, address: '203.0.113.1' });
  expect(await Promise.all([...flood, ...others, ofAnother])).toHaveLength(141);
});
