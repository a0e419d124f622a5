import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ofOpenAccount } from '../../../src/accounts/account/account.ts';
import { rootsOf } from '../../../src/accounts/account/account-root.ts';
import type { Database } from '../../../src/kernel/database/database.ts';
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { findRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { holdJob, type Job, jobs } from '../../../src/kernel/jobs/job.ts';
import { type Handler, jobKind } from '../../../src/kernel/jobs/job-definition.ts';
import { enqueue } from '../../../src/kernel/jobs/job-queue.ts';
import { JobRotation } from '../../../src/kernel/jobs/job-rotation.ts';
import { runNext, startWorker } from '../../../src/kernel/jobs/job-worker.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { workingFor } from '../../../src/kernel/values/event-loop.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { model } from '../../../src/main/registries/tables.ts';
import { stopClocks } from '../../support/clocks.ts';
import { makeDue } from '../../support/jobs.ts';
import { makeAccount } from '../../support/make.ts';
import { openOwn } from '../database/scratch.ts';

const log = createLog('silent');
let url: string;
let database: Database;

/** Each test has its own database, so that no other worker claims its jobs. */
beforeEach(async () => {
  ({ database, url } = await openOwn());
});

test('several workers run every job once', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => add('note')));
  const done: string[] = [];
  const handlers = { note: async (_: Database, { id }: Job) => done.push(id) > 0 };

  // Several connections of one process to an SQLite file would wait for each other forever.
  const other = inject('engine') === 'sqlite' ? database : await open();
  const workers = [database, database, other, other].map((one) =>
    startWorker(one, handlers, log, { groupsOf: rootsOf, mayRun: ofOpenAccount }),
  );
  await expect.poll(async () => (await statuses()).filter((status) => status === 'DONE').length).toBe(40);
  await Promise.all(workers.map((worker) => worker.stop()));

  expect(done.toSorted()).toEqual(ids.toSorted());
});

test('a job of a transaction that rolls back never runs', async () => {
  const failing = database.transaction(async (transaction) => {
    await enqueue(transaction, jobKind('note'), {});
    throw new Error('meant to fail');
  });
  await expect(failing).rejects.toThrow('meant to fail');

  expect(await runNext(database, {}, log)).toBe(false);
  expect(await statuses()).toEqual([]);
});

test('a job receives its input', async () => {
  await add('note', { bread: 'rye' });
  const inputs: unknown[] = [];

  await runNext(database, { note: async (_, { input }) => inputs.push(JSON.parse(input)) > 0 }, log);

  expect(inputs).toEqual([{ bread: 'rye' }]);
});

test('jobs of several steps take turns', async () => {
  const order: string[] = [];
  const stepsLeft = new Map([
    ['long', 3],
    ['short', 1],
  ]);
  const step: Handler = async (_, { input }) => {
    const { name } = JSON.parse(input);
    order.push(name);
    stepsLeft.set(name, (stepsLeft.get(name) ?? 0) - 1);
    return stepsLeft.get(name) === 0;
  };
  await add('step', { name: 'long' });
  await add('step', { name: 'short' });

  while (await runNext(database, { step }, log));

  expect(order.toSorted()).toEqual(['long', 'long', 'long', 'short']);
  expect(order.at(-1)).toBe('long');
  expect(await statuses()).toEqual(['DONE', 'DONE']);
});

test('a problem fails a job at once', async () => {
  await add('refuse');
  const refuse: Handler = async () => {
    throw new Problem('COUPON_NOT_FOUND');
  };

  expect(await runNext(database, { refuse }, log)).toBe(true);

  expect(await statuses()).toEqual(['FAILED']);
});

test('a step can delay the next step', async () => {
  await add('wait');
  const wait: Handler = async () => 30;

  expect(await runNext(database, { wait }, log)).toBe(true);

  expect(await runNext(database, { wait }, log)).toBe(false);
  expect(await statuses()).toEqual(['QUEUED']);
});

test('a failing job is retried with growing pauses, and fails for good after ten attempts', async () => {
  const id = await add('fail');
  const pauses: number[] = [];
  const fail: Handler = async () => {
    throw new Error('no luck');
  };

  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const began = Date.now();
    expect(await runNext(database, { fail }, log)).toBe(true);
    const job = await find(id);
    expect([job.attempts, job.error]).toEqual([attempt, 'Error: no luck']);
    if (attempt < 10) pauses.push(Date.parse(`${job.dueAt}Z`) - began);
    await makeDue(database);
  }

  for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(500 * 2 ** (index + 1));
  expect(await find(id)).toMatchObject({ status: 'FAILED', finishedAt: expect.any(String) });
  expect(await runNext(database, { fail }, log)).toBe(false);
});

test('a job of an unknown kind fails like any other', async () => {
  const id = await add('unknown');

  await runNext(database, {}, log);

  expect(await find(id)).toMatchObject({ status: 'QUEUED', error: 'Error: no handler for jobs of kind unknown' });
});

test('the step of a dead worker is due again, and the dead worker can no longer change the job', async () => {
  const id = await add('step');
  const dead = heldStep();
  const first = runNext(database, { step: dead.handler }, log);
  await dead.begun;
  await endLease(id);

  let mayWrite: boolean | undefined;
  const second: Handler = async (_, job) => {
    mayWrite = await database.transaction(async (transaction) => (await holdJob(transaction, job)) !== null);
    return false;
  };
  await runNext(database, { step: second }, log);
  dead.end();
  await first;

  expect(mayWrite).toBe(true);
  expect(await find(id), 'the dead worker did not end it').toMatchObject({ status: 'QUEUED', finishedAt: null });
});

test('the lease of a running step is extended', async () => {
  stopClocks('setInterval', 'clearInterval');
  const id = await add('step');
  const held = heldStep();
  const running = runNext(database, { step: held.handler }, log);
  await held.begun;

  const { dueAt } = await find(id);
  await expect
    .poll(async () => {
      vi.advanceTimersByTime(2000);
      return (await find(id)).dueAt > dueAt;
    })
    .toBe(true);

  held.end();
  await running;
});

test('a stopping worker finishes its step and begins no other', async () => {
  await add('step');
  await add('step');
  const held = heldStep();
  const worker = startWorker(database, { step: held.handler }, log, { groupsOf: rootsOf, mayRun: ofOpenAccount });
  await held.begun;

  const stopped = worker.stop();
  held.end();
  await stopped;

  expect((await statuses()).toSorted()).toEqual(['DONE', 'QUEUED']);
});

test('a process has three steps under way, each of another root account', async () => {
  const accounts = await Promise.all([1, 2, 3, 4].map(() => makeAccount(database)));
  for (const { account } of [...accounts, ...accounts]) await add('step', {}, account.id);
  const begun: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const step: Handler = async (_, { accountId }) => {
    begun.push(accountId);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  };

  const worker = startWorker(database, { step }, log, { groupsOf: rootsOf, mayRun: ofOpenAccount });
  await expect.poll(() => begun.length).toBe(3);
  database.signals.send('jobs');
  const running = (await statuses()).filter((status) => status === 'RUNNING').length;

  expect([running, begun.length, new Set(begun).size]).toEqual([3, 3, 3]);
  waiting.shift()?.();
  await expect.poll(() => new Set(begun).size).toBe(4);
  const stopped = worker.stop();
  for (const end of waiting) end();
  await stopped;
});

test('an account with many jobs, also of its subaccounts, lets others have every second turn', async () => {
  const { account: parent } = await makeAccount(database);
  const [child, neighbour] = [await makeAccount(database, { parent }), await makeAccount(database)];
  for (let number = 0; number < 20; number += 1) await add('step', {}, number % 2 ? parent.id : child.account.id);
  const theirs = [await add('step', {}, neighbour.account.id), await add('step', {}, neighbour.account.id)];
  const begun: string[] = [];
  const [held, all] = [heldStep(), Promise.withResolvers<void>()];
  const step: Handler = async (on, job) => {
    begun.push(job.id);
    if (begun.length === 1) return held.handler(on, job);
    if (theirs.every((id) => begun.includes(id))) all.resolve();
    return true;
  };

  const worker = startWorker(database, { step }, log, { groupsOf: rootsOf, mayRun: ofOpenAccount });
  await all.promise;

  // Two jobs that were added in the same millisecond start in any order.
  expect(begun.slice(1).toSorted(), 'while one step of the other account is held').toEqual(theirs.toSorted());
  held.end();
  await expect.poll(async () => (await statuses()).every((status) => status === 'DONE')).toBe(true);
  await worker.stop();
  expect(begun).toHaveLength(22);
});

test('work of the service that an account has caused takes the turns of this account alone', async () => {
  const service = 'for the service';
  const [{ account: busy }, { account: other }] = [await makeAccount(database), await makeAccount(database)];
  for (let number = 0; number < 20; number += 1) await workingFor(busy.id, () => add('step', { of: busy.id }));
  await workingFor(other.id, () => add('step', { of: other.id }));
  await add('step', { of: service });
  const order: string[] = [];
  const step: Handler = async (_, { input }) => order.push(JSON.parse(input).of) > 0;
  const rotation = new JobRotation(rootsOf);

  for (let turn = 0; turn < 3; turn += 1) await runNext(database, { step }, log, rotation);

  expect(order.toSorted()).toEqual([busy.id, other.id, service].toSorted());
});

/** A step that runs until it is ended and completes its job. */
function heldStep(): { handler: Handler; begun: Promise<void>; end: () => void } {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler: Handler = async () => {
    begun.resolve();
    await ended.promise;
    return true;
  };
  return { handler, begun: begun.promise, end: ended.resolve };
}

async function open(): Promise<Database> {
  const opened = await openDatabase(url, model);
  onTestFinished(() => opened.close());
  return opened;
}

async function add(kind: string, input: object = {}, accountId?: string): Promise<string> {
  const options = accountId ? { accountId } : {};
  return (await database.transaction((transaction) => enqueue(transaction, jobKind(kind), input, options))).id;
}

function find(id: string): Promise<Job> {
  return requireRow(database, jobs, { id });
}

async function statuses(): Promise<string[]> {
  return (await findRows(database, jobs, {})).map(({ status }) => status);
}

/** Makes the running job due, as if its process had died. */
async function endLease(id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.change('UPDATE jobs SET due_at = created_at WHERE id = ?', [id]),
  );
}
