import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { runStep } from '../../support/jobs.ts';
import { makeAccount } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';

const app = useAppWithDatabaseOfItsOwn();

const keys = 'SELECT membership, field, value FROM loyalty_search_keys ORDER BY membership, field, value';

test('after an upgrade, a job adds the search keys that users of the previous version lack, in steps', async () => {
  const { database } = app;
  const owner = await makeAccount(database);
  const card = await makeCard(database, owner);
  for (let number = 0; number < 250; number += 1)
    await makeUser(database, owner, { card, firstName: 'Ada', city: `New ${number}`, custom1: 'rye bread' });
  const complete = await database.rows(keys);
  await database.transaction((transaction) =>
    transaction.change("DELETE FROM loyalty_search_keys WHERE field IN ('address', 'zip', 'city', 'part')"),
  );
  await database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       VALUES ('job_0searchkeys00000', 'completeSearchKeys', '{}', 'QUEUED', 0, '2026-01-01', '2026-01-01')`,
    ),
  );

  let steps = 0;
  while (await runStep(database)) {
    steps += 1;
    await database.transaction((transaction) => transaction.change("UPDATE jobs SET due_at = '2026-01-01'"));
  }

  expect(await database.rows(keys)).toEqual(complete);
  expect(complete.length).toBeGreaterThan(250 * 4);
  expect(steps, 'at 200 users a step').toBe(3);
  expect(await database.rows('SELECT status FROM jobs')).toEqual([{ status: 'DONE' }]);
});
