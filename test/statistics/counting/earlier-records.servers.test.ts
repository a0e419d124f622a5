import { expect, test } from 'vitest';
import { pruneEvents } from '../../../src/kernel/event-log/event-retention.ts';
import { jobs } from '../../../src/kernel/jobs/job.ts';
import { later } from '../../../src/kernel/jobs/job-queue.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { countRecordsJob } from '../../../src/statistics/counting/earlier-records.ts';
import { countingCursor } from '../../../src/statistics/counting/event-counting.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeDue, runStep } from '../../support/jobs.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { change, makeCard, makeUser } from '../../support/make-loyalty.ts';
import { countAll, nonZero, totalsOf } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();
const old = daysAgo(500);

test('the job counts the records before the log, and the log counts what came after', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSessions(app.database, coupon, Array(2100).fill({ createdAt: old, opened: old, claimed: old }));
  await makeSessions(app.database, coupon, [{ createdAt: old, voided: old }]);
  await makeSession(app.database, client.owner, { coupon });
  const card = await makeCard(app.database, client.owner);
  const user = await makeUser(app.database, client.owner, { card });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'STAMPS', amount: 3 });
  const directory = await makeDirectory(app.database, client.owner);
  await makeDirectoryUser(app.database, client.owner, { directory });
  await app.database.transaction(async ({ change: write }) => {
    for (const table of ['loyalty_memberships', 'ledger_entries', 'directory_users'])
      await write(`UPDATE ${table} SET created_at = ?`, [old]);
    // The log before the first session is pruned.
    await write(`DELETE FROM events WHERE type <> 'coupon_session_created'`);
  });
  await countAll(app.database, client);
  const { id } = await app.database.transaction((transaction) =>
    later(transaction, countRecordsJob, { before: daysAgo(1) }),
  );

  await expect
    .poll(async () => {
      await makeDue(app.database);
      await runStep(app.database);
      return (await app.database.manager.findOneByOrFail(jobs, { id })).status;
    })
    .toBe('DONE');

  expect(await totalsOf(client, coupon.id)).toEqual({ created: 2102, opened: 2100, claimed: 2100, voided: 1 });
  expect(await totalsOf(client, card.id)).toEqual({ members: 1, stampsAdded: 3 });
  expect(await totalsOf(client, directory.id)).toEqual({ members: 1 });
  const { data } = await client.graphql(
    `{ campaignStatistics(campaign: "${coupon.id}", from: "${old.slice(0, 10)}", to: "${old.slice(0, 10)}") { counts { created } } }`,
  );
  expect(nonZero(data.campaignStatistics.counts)).toEqual({ created: 2101 });
});

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
    await write('UPDATE events SET created_at = ?', [old]);
    await write('UPDATE sequences SET value = ? WHERE name = ?', [last - 1, countingCursor]);
  });

  while ((await pruneEvents(app.database, { keptDays: 400, cursor: countingCursor })) > 0);

  expect(await app.database.rows('SELECT position FROM events')).toEqual([{ position: last }]);
});
