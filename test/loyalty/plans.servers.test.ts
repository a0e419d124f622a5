import { beforeAll, expect, inject, test } from 'vitest';
import type { Connection } from '../../src/kernel/database/database.ts';
import type { LoyaltyCard } from '../../src/loyalty/card/card.ts';
import { usersScanned } from '../../src/loyalty/search/scanned-user.ts';
import { findUsersByText } from '../../src/loyalty/search/text-search.ts';
import { countUsers, pageOfUsers, type WhichUsers } from '../../src/loyalty/search/user-search.ts';
import { useApp } from '../support/app.ts';
import { makeCard, makeUsers } from '../support/make-loyalty.ts';
import { rowsRead, scansOf } from '../support/plans.ts';

const app = useApp();
let card: LoyaltyCard;

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 4000;

beforeAll(async () => {
  const { owner } = await app.client();
  card = await makeCard(app.database, owner);
  const persons = Array.from({ length: amount }, (_, index) => ({
    firstName: index % 2 === 0 ? 'Ada' : 'Ben',
    lastName: `Lovelace ${index}`,
    email: `ada${index}@example.com`,
    phone: `+49301${String(index).padStart(6, '0')}`,
    custom1: 'gold',
  }));
  for (let done = 0; done < amount; done += 1000)
    await makeUsers(app.database, owner, card, persons.slice(done, done + 1000));
  if (app.database.dialect.name === 'mysql')
    await app.database.rows('ANALYZE TABLE loyalty_members, loyalty_search_keys, loyalty_persons, loyalty_cards');
});

const page = { size: 100, backward: false, from: null };
const which = (filter: WhichUsers['filter'], includeVoided = false) => ({ card, filter, includeVoided });

test.each([
  { what: 'a page', read: (on: Connection) => pageOfUsers(on, which({}), page, 0) },
  { what: 'a page with void users', read: (on: Connection) => pageOfUsers(on, which({}, true), page, 0) },
  { what: 'a page of half of them', read: (on: Connection) => pageOfUsers(on, which({ firstName: 'ada' }), page, 0) },
  {
    what: 'a page by two fields',
    read: (on: Connection) => pageOfUsers(on, which({ firstName: 'ada', custom1: 'gold' }), page, 0),
  },
  { what: 'a page by an address', read: (on: Connection) => pageOfUsers(on, which({ email: 'ada7@x.org' }), page, 0) },
  {
    what: 'a page by a keyword',
    read: (on: Connection) => pageOfUsers(on, which({ keyword: 'ada7', strict: false }), page, 0),
  },
  {
    what: 'a page by a whole value of any field',
    read: (on: Connection) => pageOfUsers(on, which({ keyword: 'ada7@example.com', strict: true }), page, 0),
  },
  { what: 'a page by an id', read: (on: Connection) => pageOfUsers(on, which({ id: 'usr_' }), page, 0) },
  { what: 'a search that finds all', read: (on: Connection) => findUsersByText(on, card, 'lovelace') },
  { what: 'a search that finds half', read: (on: Connection) => findUsersByText(on, card, 'ada') },
  { what: 'a search by phone', read: (on: Connection) => findUsersByText(on, card, '49301') },
  { what: 'a scan of an id', read: (on: Connection) => usersScanned(on, card.accountId, `usr_${'0'.repeat(16)}`) },
  { what: 'a search by id', read: (on: Connection) => findUsersByText(on, card, 'usr_') },
])('$what reads few rows of a large table', async ({ read }) => {
  const { database } = app;
  // Pages and parts of searches are derived tables of 100 rows each, which may be scanned and sorted.
  if (database.dialect.name === 'sqlite')
    expect(await scansOf(database, read, /^SCAN (k|m|x|p|c|other)\b/)).toEqual([]);
  else expect(await rowsRead(database, read)).toBeLessThan(amount);
});

test.skipIf(inject('engine') === 'sqlite')('counting reads every counted row', async () => {
  const read = (on: Connection) => countUsers(on, which({ firstName: 'ada' }));

  expect(await rowsRead(app.database, read)).toBeGreaterThanOrEqual(amount / 2);
});
