import { expect, test } from 'vitest';
import { pruneEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { counting } from '../../../src/statistics/counting/event-counting.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';
import { countAll } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();

test('events are kept until they are counted', async () => {
  const client = await app.client();
  await makeSession(app.database, client.owner);
  await countAll(app.database, client);
  await makeSession(app.database, client.owner);
  await countAll(app.database, client);
  const [{ last } = { last: 0 }] = await app.database.rows<{ last: number }>(
    'SELECT MAX(position) AS last FROM events',
  );
  await app.database.transaction(async ({ change: write }) => {
    await write('UPDATE events SET created_at = ?', [daysAgo(500)]);
    await write('UPDATE sequences SET value = ? WHERE name = ?', [last - 1, counting.cursor]);
  });

  while ((await pruneEvents(app.database, { keptDays: 400, cursor: counting.cursor })) > 0);

  expect(await app.database.rows('SELECT position FROM events')).toEqual([{ position: last }]);
});
