import { beforeAll, expect, inject, test } from 'vitest';
import type { Directory } from '../../src/directories/directory/directory.ts';
import { pageOfMembers, type WhichMembers } from '../../src/directories/search/list-directory-users.ts';
import { insertMemberKeys } from '../../src/directories/user/member-key.ts';
import { directoryUsers } from '../../src/directories/user/user.ts';
import { absent } from '../../src/kernel/database/columns.ts';
import type { Connection } from '../../src/kernel/database/database.ts';
import { insertRows } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import { makeDirectory } from '../support/make-directories.ts';
import { rowsRead, scansOf } from '../support/plans.ts';

const app = useApp();
let directory: Directory;

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 4000;

beforeAll(async () => {
  const { owner } = await app.client();
  directory = await makeDirectory(app.database, owner);
  const members = Array.from({ length: amount }, (_, index) => ({
    ...absent(directoryUsers),
    id: newId('directoryUser'),
    accountId: owner.account.id,
    directoryId: directory.id,
    email: `ada${index}@example.com`,
    emailKey: `ada${index}@example.com`,
    passwordHash: 'none',
    firstName: 'Ada',
    lastName: `Lovelace ${index}`,
    phone: `+49301${String(index).padStart(6, '0')}`,
    blockedAt: index % 100 === 0 ? now() : null,
    paidAccessUntil:
      index % 100 === 1 ? '2099-01-01 00:00:00.000' : index % 100 === 2 ? '2020-01-01 00:00:00.000' : null,
    createdAt: now(),
  }));
  await app.database.transaction(async (transaction) => {
    await insertRows(transaction, directoryUsers, members);
    await insertMemberKeys(transaction, members);
  });
  if (app.database.dialect.name === 'mysql')
    await app.database.rows('ANALYZE TABLE directory_users, directory_search_keys');
});

const page = { size: 20, backward: false, from: null };

test.each<{ which: WhichMembers }>([
  { which: {} },
  { which: { keyword: 'ada77' } },
  { which: { keyword: 'ada7', blocked: true } },
  { which: { access: 'ACTIVE' } },
  { which: { access: 'EXPIRED', blocked: false } },
  { which: { access: 'NONE' } },
  { which: { blocked: true } },
  { which: { blocked: false } },
  { which: { email: 'ADA7@example.com' } },
])('the list of $which reads few rows of a large table', async ({ which }) => {
  const { database } = app;
  const read = (on: Connection) => pageOfMembers(on, directory, which, page, 0);
  // Pages and keywords are derived tables, which may be scanned and sorted.
  if (database.dialect.name === 'sqlite') expect(await scansOf(database, read, /SCAN (?!page|found|k\b)/)).toEqual([]);
  else if (inject('engine') === 'mysql' || inject('engine') === 'mariadb')
    expect(await rowsRead(database, read)).toBeLessThan(amount / 2);
});
