import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/kernel/database/database.ts';
import { openGap } from '../../src/kernel/event-log/log-gap.ts';
import { startAppWithBackground } from '../support/app.ts';
import { insertEvents, positionedLog } from '../support/events.ts';
import { follow } from '../support/follow.ts';

/** A service with a log of its own, which holds events of one account only. */
async function logOf(amount: number) {
  const app = await startAppWithBackground();
  const { database } = app;
  const client = await app.client();
  const happen = async (more: number) => {
    await database.transaction((transaction) => insertEvents(transaction, client.owner, more));
    return positionedLog(database, client.owner);
  };
  const following = (variables: Parameters<typeof follow>[2]) => {
    const events = follow(client, 'WebSocket', variables);
    onTestFinished(() => events.leave());
    return events;
  };
  return { database, client, happen, following, log: await happen(amount) };
}

/** Does to the log what restoring a backup does that was taken at this position. */
async function restore(database: Database, position: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.change('DELETE FROM events WHERE position > ?', [position]);
    await transaction.change("UPDATE sequences SET value = ? WHERE name IN ('event_position', 'webhook_fan_out')", [
      position,
    ]);
  });
}

const idAt = (log: { id: string; position: number }[], wanted: number) =>
  log.find(({ position }) => position === wanted)?.id ?? '';

test('a consumer at position 8 of a log that was restored at 3 is told so, however far the log is by then', async () => {
  const { database, following, happen, log } = await logOf(8);
  const afterEvent = idAt(log, 8);
  expect((await following({ after: 7, afterEvent: idAt(log, 7) }).take(1)).map(({ id }) => id)).toEqual([afterEvent]);

  await restore(database, 3);
  await expect(following({ after: 8, afterEvent }).take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  const grown = await happen(7);

  await expect(following({ after: 8, afterEvent }).take(1)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
    message: expect.stringContaining('restored from a backup'),
  });
  const [ninth] = await following({ after: 8, afterEvent: idAt(grown, 8) }).take(1);
  expect(ninth?.id).toBe(idAt(grown, 9));
  const [fourth] = await following({ after: 3, afterEvent: idAt(log, 3) }).take(1);
  expect(fourth?.id, 'what both logs hold continues').toBe(idAt(grown, 4));
});

test('a consumer at a lost position is told so, although the log has gone far beyond it', async () => {
  const { database, following, happen, log } = await logOf(8);
  await restore(database, 3);
  const { upTo } = await database.transaction((transaction) =>
    openGap(transaction, { last: 3, amount: 8, cursors: ['webhook_fan_out'] }),
  );
  const grown = await happen(2);
  expect(grown.map(({ position }) => position)).toEqual([1, 2, 3, upTo + 1, upTo + 2]);

  await expect(following({ after: 8 }).take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  await expect(following({ after: 8, afterEvent: idAt(log, 8) }).take(1)).rejects.toMatchObject({
    code: 'CURSOR_EXPIRED',
  });
  const next = await following({ after: 2 }).take(3);
  expect(next.map(({ position }) => position)).toEqual([3, upTo + 1, upTo + 2]);
});

test('a subscription that was live while the log was restored ends', async () => {
  const { database, following } = await logOf(8);
  const events = following({ after: 0 });
  await events.take(8);

  await restore(database, 3);

  await expect(events.take(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
});

test('the refusal of a position ahead of the log does not tell how long the log is', async () => {
  const { client, following } = await logOf(1);

  const { errors } = await client.graphql('{ events(after: "123456") { nodes { id } } }');

  expect(errors[0]?.message).toContain('is ahead of the log');
  expect(errors[0]?.message).not.toMatch(/\d/);
  await expect(following({ after: 123456 }).take(1)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('the id of an event is refused without its position', async () => {
  const { following, log } = await logOf(1);

  await expect(following({ afterEvent: idAt(log, 1) }).take(1)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
