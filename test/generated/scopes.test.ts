import { beforeAll, describe, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/api/operation.ts';
import { type Scope, scopes } from '../../src/api/scope.ts';
import type { Row } from '../../src/rest/adapter/row.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { type Answer, callOperation, callRow } from './answers.ts';
import { attacked, attemptsOn } from './attempts.ts';
import { accepts, arriving } from './documents.ts';
import { codesOf } from './doors.ts';
import { choosing, nameOf, validFields } from './row-attempts.ts';
import { storedFor } from './stored.ts';
import { inputOf, makeThings, words } from './things.ts';

const app = useApp();
let owner: Client;
let things: Record<string, string>;
let stored: string;
const clients = new Map<Scope, Client>();

beforeAll(async () => {
  owner = await app.client();
  things = await makeThings(app.database, owner.owner);
  for (const scope of scopes) clients.set(scope, await app.client({ account: owner.owner.account, scopes: [scope] }));
  stored = await storedFor(app.database, owner.owner.account.id);
});

const doors = [
  ...scoped(operations.values()).map((operation) => ({
    name: `${operation.name} in GraphQL`,
    operation,
    call: (client: Client) => callOperation(client, operation, inputOf(operation, things)),
  })),
  ...rows.flatMap((row) =>
    Object.entries(row.calls).map(([choice, { operation }]) => ({
      name: `${nameOf(row)}${Object.keys(row.calls).length > 1 ? ` ${choice}` : ''}`,
      operation,
      call: (client: Client) => callChoice(client, row, choice),
    })),
  ),
];

describe.each(doors)('$name', ({ operation, call }) => {
  test('refuses a request without credentials', async () => {
    const { status, body } = await call(owner.with({}));

    expect(status).toBe(401);
    expect(codesOf(body)).toEqual([expect.toBeOneOf([1000, 'UNAUTHENTICATED'])]);
  });

  test.each(scopes.filter((scope) => !operation.scope || !includes(scope, operation.scope)))(
    'refuses a key with only the scope %s',
    async (scope) => {
      const { status, body } = await call(clients.get(scope) as Client);

      expect(codesOf(body)).toEqual([expect.toBeOneOf([1001, 'FORBIDDEN'])]);
      expect(status).toBe('status' in body ? 403 : 200);
      expect(await storedFor(app.database, owner.owner.account.id)).toBe(stored);
    },
  );
});

test.each(scoped(attacked))('$name checks the scope before the input', async (operation) => {
  const { input } = attemptsOn(operation, inputOf(operation, things)).find(
    (attempt) => arriving(operation, attempt.input) !== undefined && !accepts(operation, attempt.input),
  ) ?? { input: inputOf(operation, things) };

  const accepted = [operation.scope, operation.alternativeScope ?? operation.scope];
  const lacking = scopes.find((scope) => !accepted.some((needed) => includes(scope, needed))) as Scope;

  const withoutKey = await callOperation(owner.with({}), operation, input);
  const withoutScope = await callOperation(clients.get(lacking) as Client, operation, input);

  expect(codesOf(withoutKey.body)).toEqual(['UNAUTHENTICATED']);
  expect(codesOf(withoutScope.body)).toEqual(['FORBIDDEN']);
});

test('every mutation requires a scope other than READ', () => {
  const mutations = scoped(operations.values()).filter(({ kind }) => kind === 'mutation');

  expect(mutations.filter(({ scope }) => includes('READ', scope)).map(({ name }) => name)).toEqual([]);
});

test('only a device that is being paired needs no credentials', () => {
  const open = [...operations.values()].filter(({ scope }) => scope === null);

  expect(open.map(({ name }) => name)).toEqual(['pairTill']);
});

type Scoped = Operation & { scope: Scope };

function scoped(all: Iterable<Operation>): Scoped[] {
  return [...all].filter((operation): operation is Scoped => operation.scope !== null);
}

/** Returns whether a scope includes another one, according to section 2 of the contract. */
function includes(granted: Scope, needed: Scope): boolean {
  return granted === needed || (needed === 'READ' && (granted === 'WRITE' || granted === 'REDEEM'));
}

function callChoice(client: Client, row: Row<unknown>, choice: string): Promise<Answer> {
  return callRow(client, row, validFields(row, [...words, ...Object.values(things)], choosing(row, choice)));
}
