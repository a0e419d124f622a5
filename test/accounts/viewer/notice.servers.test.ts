import { expect, test } from 'vitest';
import { findNotices, notices, notify, pruneNotices } from '../../../src/accounts/viewer/notice.ts';
import { findRows, updateRows } from '../../../src/kernel/database/rows.ts';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { openOwn } from '../../kernel/database/scratch.ts';
import { makeAccount } from '../../support/make.ts';

test('notices are removed once they are no longer shown', async () => {
  const { database } = await openOwn();
  const { account } = await makeAccount(database);
  for (const message of ['Old', 'New'])
    await database.transaction((transaction) =>
      notify(transaction, { accountId: account.id, type: 'WEBHOOK_ENDPOINT_DISABLED', subject: 'whe_1', message }),
    );
  await database.transaction((transaction) =>
    updateRows(transaction, notices, { message: 'Old' }, { createdAt: daysAgo(91) }),
  );

  expect((await findNotices(database, account.id)).map(({ message }) => message)).toEqual(['New']);
  expect(await pruneNotices(database)).toBe(1);
  expect(await pruneNotices(database)).toBe(0);

  expect((await findRows(database, notices, {})).map(({ message }) => message)).toEqual(['New']);
});
