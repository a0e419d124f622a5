import { expect, type Mock, onTestFinished, test, vi } from 'vitest';
import type { Viewer } from '../../src/api/viewer.ts';
import type { Database } from '../../src/kernel/database/database.ts';
import { updateRows } from '../../src/kernel/database/rows.ts';
import { accountMembers } from '../../src/people/person/account-member.ts';
import { PersonAuthenticator } from '../../src/people/sign-in/person-authenticator.ts';
import { beginSignIn, endByToken } from '../../src/people/sign-in/person-sign-in.ts';
import { useApp } from '../support/app.ts';
import { makeAccount } from '../support/make.ts';
import { makePerson } from '../support/make-people.ts';

const app = useApp();
const timeout = { timeout: 50_000 };

/** The database, and a spy that is called for each statement that reads. */
function counted(): { database: Database; statements: Mock } {
  const statements = vi.fn();
  const database: Database = new Proxy(app.database, {
    get: (target, name) => {
      if (name === 'lookups') return database;
      if (name === 'rows') statements();
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database, statements };
}

test('hundreds of watched sign-ins are checked with few statements', async () => {
  const { account } = await makeAccount(app.database);
  const child = (await makeAccount(app.database, { parent: account })).account;
  const person = await makePerson(app.database, { account });
  const visitor = { address: '127.0.0.1', browser: 'Test' };
  const begin = () =>
    app.database.transaction((transaction) =>
      beginSignIn(transaction, { personId: person.id, accountId: account.id }, visitor),
    );
  const { database, statements } = counted();
  const people = new PersonAuthenticator(database);
  const lost: string[] = [];
  const tokens: string[] = [];
  const watch = (viewer: Viewer | null, name: string) => people.watch(viewer as Viewer, () => lost.push(name));
  const ends: (() => void)[] = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let index = 0; index < 40; index += 1) {
    tokens.push(await begin());
    ends.push(watch(await people.findSignedIn(tokens[index] ?? ''), `${index}`));
    ends.push(watch(await people.findSignedIn(tokens[index] ?? '', child.id), `${index} in the subaccount`));
  }
  await endByToken(app.database, tokens[7] ?? '');
  statements.mockClear();

  vi.advanceTimersByTime(2000);
  await vi.waitFor(() => expect(lost.sort()).toEqual(['7', '7 in the subaccount']), timeout);
  // A busy process checks them in a few parts.
  expect(statements.mock.calls.length).toBeLessThanOrEqual(9);

  await app.database.transaction((transaction) =>
    updateRows(transaction, accountMembers, { personId: person.id }, { role: 'ANALYST' }),
  );
  vi.advanceTimersByTime(2000);
  await vi.waitFor(() => expect(new Set(lost).size).toBe(80), timeout);
  for (const end of ends) end();
});

test('hundreds of simultaneous requests of people are authenticated with few statements', async () => {
  const { account } = await makeAccount(app.database);
  const visitor = { address: '127.0.0.1', browser: 'Test' };
  const persons = [await makePerson(app.database, { account }), await makePerson(app.database, { account })];
  const tokens: string[] = [];
  for (const { id: personId } of persons)
    tokens.push(
      await app.database.transaction((transaction) =>
        beginSignIn(transaction, { personId, accountId: account.id }, visitor),
      ),
    );
  const { database, statements } = counted();
  const people = new PersonAuthenticator(database);
  const requests = Array.from({ length: 450 }, (_, index) => index % tokens.length);

  const viewers = await Promise.all(requests.map((index) => people.findSignedIn(tokens[index] ?? '')));

  expect(viewers.map((viewer) => viewer?.person?.id)).toEqual(requests.map((index) => persons[index]?.id));
  expect(statements.mock.calls.length).toBeLessThanOrEqual(4);
});
