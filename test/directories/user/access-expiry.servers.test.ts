import { expect, onTestFinished, test } from 'vitest';
import { ofOpenAccount } from '../../../src/accounts/account/account.ts';
import { rootsOf } from '../../../src/accounts/account/account-root.ts';
import { grantAccess } from '../../../src/directories/user/paid-access.ts';
import { startWorker } from '../../../src/kernel/jobs/job-worker.ts';
import { toInstant } from '../../../src/kernel/values/instant.ts';
import { createLog } from '../../../src/main/process/log.ts';
import { handlers } from '../../../src/main/registries/job-handlers.ts';
import { openOwn } from '../../kernel/database/scratch.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeAccount } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';

test('the workers record the end of a paid access once', async () => {
  const { database } = await openOwn();
  const owner = await makeAccount(database);
  const directory = await makeDirectory(database, owner);
  const user = await makeDirectoryUser(database, owner, { directory });
  const until = toInstant(new Date(Date.now() + 300));
  await database.transaction((transaction) => grantAccess(transaction, user, until, owner.keyId));

  const workers = [1, 2].map(() =>
    startWorker(database, handlers, createLog('silent'), { groupsOf: rootsOf, mayRun: ofOpenAccount }),
  );
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));

  const types = () => eventTypesOf(database, { campaignId: directory.id });
  await expect.poll(types).toContain('directory_access_expired');
  expect(toInstant(new Date()) >= until).toBe(true);
  await expect.poll(() => database.rows(`SELECT id FROM jobs WHERE status <> 'DONE'`)).toHaveLength(0);
  expect((await types()).filter((type) => type === 'directory_access_expired')).toHaveLength(1);
});
