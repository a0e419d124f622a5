import { setImmediate as tick } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { DatabaseBusy } from '../../../src/kernel/database/failures.ts';
import { batched, batchedInGroups } from '../../../src/kernel/database/loaders.ts';
import { callingAccount, workingFor } from '../../../src/kernel/values/event-loop.ts';
import { atClock } from '../../../src/kernel/values/instant.ts';

const database = {} as Database;

test('calls of one tick share a batch, and each gets its own result', async () => {
  const { batches, load } = recorder();

  const answers = await Promise.all(['a', 'b', 'a'].map((key) => load(database, key)));

  expect(answers).toEqual(['A', 'B', 'A']);
  expect(batches).toEqual([['a', 'b', 'a']]);
});

test('a single call runs at once, and results are not cached', async () => {
  const { batches, load } = recorder();

  await load(database, 'a');
  await load(database, 'a');

  expect(batches).toEqual([['a'], ['a']]);
});

test('a batch of calls of several accounts is made for none of them', async () => {
  const madeFor: (string | undefined)[] = [];
  const load = batched<string, string>(async (_, keys) => {
    await tick();
    madeFor.push(callingAccount());
    return keys;
  });
  const call = (account: string) => workingFor(account, () => load(database, account));

  await Promise.all(['one', 'other'].map(call));
  await atClock(1000, () => Promise.all(['one', 'other'].map(call)));

  expect(madeFor).toEqual([undefined, undefined]);
});

test('an error rejects only the call of its key', async () => {
  const load = batched<string, string>(async (_, keys) =>
    keys.map((key) => (key === 'bad' ? new Error('only this') : key)),
  );

  const results = await Promise.allSettled(['good', 'bad', 'fine'].map((key) => load(database, key)));

  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    'good',
    'only this',
    'fine',
  ]);
});

test('a failed batch rejects all of its calls, and the next batch runs', async () => {
  let fails = true;
  const load = batched<string, string>(async (_, keys) => {
    if (fails) throw new Error('the database is gone');
    return keys;
  });

  const results = await Promise.allSettled(['a', 'b'].map((key) => load(database, key)));
  fails = false;

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await load(database, 'a')).toBe('a');
});

test('while two batches run, calls of many ticks form the next one', async () => {
  const { batches, load, release } = recorder({ held: true });
  const answers: Promise<string>[] = [];

  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    answers.push(load(database, key));
    await tick();
    await tick();
  }
  expect(batches).toEqual([['a'], ['b']]);
  release();

  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
});

test('a batch holds at most 64 keys, and at most two run at once', async () => {
  const { batches, max, load } = recorder();
  const keys = Array.from({ length: 300 }, (_, index) => `k${index}`);

  const answers = await Promise.all(keys.map((key) => load(database, key)));

  expect(answers).toEqual(keys.map((key) => key.toUpperCase()));
  expect(batches.map(({ length }) => length)).toEqual([64, 64, 64, 64, 44]);
  expect(max()).toBe(2);
});

test('databases do not share batches', async () => {
  const { batches, load } = recorder();

  await Promise.all([load(database, 'a'), load({} as Database, 'b')]);

  expect(batches).toEqual([['a'], ['b']]);
});

test('a group whose batches do not end holds back no other group', async () => {
  const { batches, load, release } = groupRecorder({ held: 'a' });
  const ofFirst: Promise<string>[] = [];

  for (const key of ['a1', 'a2', 'a3']) {
    ofFirst.push(load(database, key));
    await tick();
    await tick();
  }
  expect(await Promise.all(['b1', 'c1', 'b2'].map((key) => load(database, key)))).toEqual(['B1', 'C1', 'B2']);
  expect(batches).toEqual([['a1'], ['a2'], ['b1', 'b2'], ['c1']]);
  release();

  expect(await Promise.all(ofFirst)).toEqual(['A1', 'A2', 'A3']);
});

test('a call that waits too long for its batch is refused, and later calls are not', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const { batches, load, release } = groupRecorder({ held: 'a' });
  const running: Promise<string>[] = [];
  for (const key of ['a1', 'a2']) {
    running.push(load(database, key));
    await tick();
    await tick();
  }
  const late = load(database, 'a3').catch((error: unknown) => error);
  await tick();

  clock.mockReturnValue(8001);
  const fresh = load(database, 'a4');
  release();

  expect(await late).toBeInstanceOf(DatabaseBusy);
  expect(await Promise.all([...running, fresh])).toEqual(['A1', 'A2', 'A4']);
  expect(batches.flat()).toEqual(['a1', 'a2', 'a4']);
});

test('calls that waited while the server did not respond are refused, and later calls are not', async () => {
  const silence = Object.assign(new Error('no response'), { code: 'ETIMEDOUT' });
  const gate = Promise.withResolvers<void>();
  const keys: string[] = [];
  const load = batched<string, string>(async (_, batch) => {
    keys.push(...batch);
    if (batch[0]?.startsWith('silent')) await gate.promise.then(() => Promise.reject(silence));
    return batch;
  });
  const running: Promise<unknown>[] = [];
  for (const key of ['silent1', 'silent2']) {
    running.push(load(database, key).catch((error: unknown) => error));
    await tick();
    await tick();
  }
  const waiting = load(database, 'waiting').catch((error: unknown) => error);
  await tick();

  gate.resolve();

  expect(await waiting).toBeInstanceOf(DatabaseBusy);
  expect(await Promise.all(running)).toEqual([silence, silence]);
  expect(await load(database, 'later')).toBe('later');
  expect(keys).toEqual(['silent1', 'silent2', 'later']);
});

/** A loader whose groups are the first letters of the keys. The batches of the held group wait for a release. */
function groupRecorder({ held }: { held: string }) {
  const batches: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const load = batchedInGroups<string, string>(
    (key) => key.charAt(0),
    async (_, keys) => {
      batches.push([...keys]);
      if (keys[0]?.startsWith(held)) await gate.promise;
      return keys.map((key) => key.toUpperCase());
    },
  );
  return { batches, load, release: gate.resolve };
}

/** A shared loader that returns keys in capitals and records its batches. With `held`, it waits for a release. */
function recorder({ held = false } = {}) {
  const batches: string[][] = [];
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let max = 0;
  if (!held) gate.resolve();
  const load = batched<string, string>(async (_, keys) => {
    batches.push([...keys]);
    running += 1;
    max = Math.max(max, running);
    await gate.promise;
    await tick();
    running -= 1;
    return keys.map((key) => key.toUpperCase());
  });
  return { batches, load, release: gate.resolve, max: () => max };
}
