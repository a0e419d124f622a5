import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { runStep } from '../../support/jobs.ts';
import { makeAccount } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';

const app = useAppWithDatabaseOfItsOwn();

const keys = 'SELECT user_id AS id, value, created_at AS made FROM directory_search_keys ORDER BY user_id, value';

test('after an upgrade, a job adds the search keys of the members that a previous version registered, in steps', async () => {
  const { database } = app;
  const owner = await makeAccount(database);
  const directory = await makeDirectory(database, owner);
  for (let number = 0; number < 250; number += 1)
    await makeDirectoryUser(database, owner, { directory, firstName: `Ada ${number}`, lastName: 'Lovelace' });
  const complete = await database.rows(keys);
  await database.transaction((transaction) => transaction.change('DELETE FROM directory_search_keys'));
  await database.transaction((transaction) =>
    transaction.change(
      `INSERT INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       VALUES ('job_0memberkeys00000', 'completeMemberKeys', '{}', 'QUEUED', 0, '2026-01-01', '2026-01-01')`,
    ),
  );

  let steps = 0;
  while (await runStep(database)) {
    steps += 1;
    await database.transaction((transaction) => transaction.change("UPDATE jobs SET due_at = '2026-01-01'"));
  }

  expect(await database.rows(keys)).toEqual(complete);
  expect(complete.length).toBeGreaterThan(250 * 3);
  expect(steps, 'at 200 members a step').toBe(3);
  expect(await database.rows('SELECT status FROM jobs')).toEqual([{ status: 'DONE' }]);
});
