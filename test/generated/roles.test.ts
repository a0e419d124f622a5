import { beforeAll, describe, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/api/operation.ts';
import { type Role, roles, type Scope } from '../../src/api/scope.ts';
import '../../src/main/registries/schema.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { personOf } from '../support/make-people.ts';
import { callOperation } from './answers.ts';
import { storedFor } from './stored.ts';
import { inputOf, makeThings } from './things.ts';

const app = useApp();

/** Section 9 of the contract. */
const granted: Record<Role, Scope[]> = {
  OWNER: ['READ', 'WRITE', 'REDEEM', 'SEND', 'ADMIN'],
  MARKETER: ['READ', 'WRITE', 'SEND'],
  ANALYST: ['READ'],
};

let client: Client;
let things: Record<string, string>;
const people = new Map<Role, Client>();

beforeAll(async () => {
  client = await app.client();
  things = await makeThings(app.database, client.owner);
  for (const role of roles) people.set(role, await personOf(app, client.owner, { role }));
});

const asked = [...operations.values()].filter(({ kind }) => kind !== 'subscription');

describe.each(roles)('%s', (role) => {
  const isAllowed = ({ scope, alternativeScope }: Operation) =>
    scope === null || [scope, alternativeScope].some((one) => one && granted[role].includes(one));

  test.each(asked.filter((operation) => !isAllowed(operation)))('may not call $name', async (operation) => {
    const stored = await storedFor(app.database, client.owner.account.id);

    const { body } = await callOperation(people.get(role) as Client, operation, inputOf(operation, things));

    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect(body.errors[0].message).toContain(role);
    expect(await storedFor(app.database, client.owner.account.id)).toBe(stored);
  });

  // Mutations would use up what later tests need. Their scopes are checked by the same code.
  const readable = asked.filter((operation) => isAllowed(operation) && operation.kind === 'query');

  test.each(readable)('may call $name', async (operation) => {
    const { body } = await callOperation(people.get(role) as Client, operation, inputOf(operation, things));

    const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
    expect(codes).not.toContain('FORBIDDEN');
    expect(codes).not.toContain('UNAUTHENTICATED');
  });
});

test('every mutation needs more than an analyst has, except those about the own sign-ins, password and name', () => {
  const own = asked.filter(({ kind, alternativeScope }) => kind === 'mutation' && alternativeScope === 'READ');

  expect(own.map(({ name }) => name).toSorted()).toEqual([
    ...['changePassword', 'chooseAccount', 'endSignIn', 'endSignIns', 'updateProfile'],
  ]);
});
