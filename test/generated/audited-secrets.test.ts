import { expect, test } from 'vitest';
import { operations } from '../../src/api/operation.ts';
import { givenInput } from '../../src/audit/audited-call.ts';
import { useApp } from '../support/app.ts';
import { pathsOf, withValue } from '../support/arbitraries.ts';
import { callOperation } from './answers.ts';
import { inputOf, makeThings } from './things.ts';

const app = useApp();
const mutations = [...operations.values()].filter(({ kind }) => kind === 'mutation');
const secretName = /password|secret|token|privatekey|serviceaccount|passphrase|credential|^current$/i;

const secretPaths = mutations.flatMap((operation) =>
  pathsOf(operation.input)
    .filter((path) => secretName.test(path.at(-1) ?? ''))
    .map((path) => ({ name: `${operation.name} ${path.join('.')}`, operation, path })),
);

test('there are inputs with secrets', () => {
  expect(secretPaths.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['createDirectoryUser password', 'connectIntegration settings.privateKey']),
  );
});

test.each(secretPaths)('the audit log hides $name', ({ operation, path }) => {
  const given = givenInput(operation.input, withValue({}, path, 'what nobody may know'));

  expect(given).toContain('(hidden)');
  expect(given).not.toContain('nobody');
});

test('what operations return as a secret is in no row of the audit log', async () => {
  const client = await app.client();
  const things = await makeThings(app.database, client.owner);
  const secrets: string[] = [];
  for (const operation of mutations) {
    const { body } = await callOperation(client, operation, inputOf(operation, things));
    secrets.push(...secretsIn(body.data));
  }

  const rows = await app.database.rows<object>('SELECT * FROM audit_entries WHERE account_id = ?', [
    client.owner.account.id,
  ]);
  const text = JSON.stringify(rows);
  expect(secrets.length).toBeGreaterThan(1);
  expect(rows.length).toBeGreaterThan(60);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

/** Returns the texts whose name says that they are secret. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return /password|secret|token|link/i.test(name) && value.length >= 8 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, key));
}
