import { beforeAll, expect, test } from 'vitest';
import { pageOfContacts, readContacts } from '../../src/contacts/contact/contact.ts';
import type { ContactGroup } from '../../src/contacts/group/contact-group.ts';
import { countReach } from '../../src/contacts/sending/group-reach.ts';
import type { Connection } from '../../src/kernel/database/database.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import { makeContacts, makeGroup } from '../support/make-contacts.ts';
import { rowsRead, scansOf } from '../support/plans.ts';

const app = useApp();
let group: ContactGroup;

/** Enough rows to detect a full scan, even if the optimiser scans small tables. */
const amount = 4000;

beforeAll(async () => {
  const { owner } = await app.client();
  group = await makeGroup(app.database, owner);
  await makeContacts(app.database, group, amount);
  if (app.database.dialect.name === 'mysql') await app.database.rows('ANALYZE TABLE contacts, contact_groups');
});

const page = (number: number | null, backward = false) => ({
  size: 100,
  backward,
  from: number === null ? null : (['', String(number)] as [string, string]),
});

test.each([
  { what: 'the first page', read: (on: Connection) => pageOfContacts(on, group, page(null)) },
  { what: 'a page in the middle', read: (on: Connection) => pageOfContacts(on, group, page(2000)) },
  { what: 'the last page', read: (on: Connection) => pageOfContacts(on, group, page(90)) },
  { what: 'a page backward', read: (on: Connection) => pageOfContacts(on, group, page(2000, true)) },
  {
    what: 'a search that finds all',
    read: (on: Connection) => pageOfContacts(on, group, page(null), { beginning: 'contact' }),
  },
  {
    what: 'a page of a search',
    read: (on: Connection) =>
      pageOfContacts(on, group, { ...page(null), from: ['', 'contact2@example.com'] }, { beginning: 'contact' }),
  },
  {
    what: 'a chunk to send to',
    read: (on: Connection) => readContacts(on, group.id, { after: 3000, last: amount, limit: 100 }),
  },
  {
    what: 'the contacts who opted out',
    read: (on: Connection) => countReach(on, group, null),
  },
  {
    what: 'the contacts who received a coupon',
    read: (on: Connection) => countReach(on, group, newId('coupon')),
  },
  {
    what: 'the first chunk to send to',
    read: (on: Connection) => readContacts(on, group.id, { after: 0, last: amount, limit: 100 }),
  },
])('$what reads few rows of a large table', async ({ read }) => {
  const { database } = app;
  if (database.dialect.name === 'sqlite') expect(await scansOf(database, read, /^SCAN c\b|TEMP B-TREE/)).toEqual([]);
  else expect(await rowsRead(database, read)).toBeLessThan(amount / 10);
});
