import { expect, test } from 'vitest';
import { rows } from '../../src/doors/rest/documented-paths.ts';
import { type Operation, operations } from '../../src/kernel/api/operation.ts';
import { useApp } from '../support/app.ts';
import { validInput } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { type Answer, callRow, inParallel, post } from './answers.ts';
import { documentFor, variablesFor } from './documents.ts';
import { headerTexts, send } from './headers.ts';
import { choosing, nameOf, validFields } from './row-attempts.ts';
import { storedFor } from './stored.ts';
import { makeThings, words } from './things.ts';

const app = useApp();

type Call = (client: Client, things: Record<string, string>, idempotencyKey: string) => Promise<Answer>;

const writes = [
  ...[...operations.values()]
    .filter(({ kind }) => kind === 'mutation')
    .map((operation) => ({ name: operation.name, call: callOf(operation) })),
  ...rows.flatMap((row) =>
    Object.entries(row.calls)
      .filter(([, { operation }]) => operation.kind === 'mutation')
      .map(([choice]): { name: string; call: Call } => ({
        name: `${nameOf(row)} ${choice}`,
        call: (client, things, idempotencyKey) => {
          const fields = validFields(row, [...words, ...Object.values(things)], choosing(row, choice));
          return callRow(client, row, fields, { 'Idempotency-Key': idempotencyKey });
        },
      })),
  ),
];

test.each(writes)('$name, repeated with its key, answers the same and changes nothing more', async ({ call }) => {
  const client = await app.client();
  const things = await makeThings(app.database, client.owner);

  const first = await call(client, things, 'once');
  const stored = await storedFor(app.database, client.owner.account.id);
  const second = await call(client, things, 'once');

  expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body });
  expect(second.headers.get('idempotent-replayed')).toBe(first.failed ? null : 'true');
  expect(await storedFor(app.database, client.owner.account.id)).toBe(stored);
});

test('a hostile key is refused or kept as it is', async () => {
  const client = await app.client();
  const { coupon } = await makeThings(app.database, client.owner);
  const create = (key: string) =>
    send(
      `${app.url}/v3/singleuse/create`,
      { ...client.headers, 'Idempotency-Key': key },
      JSON.stringify({ campaign: coupon }),
    );

  const first = await inParallel(headerTexts, create);
  const second = await inParallel(headerTexts, create);

  expect(second.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  const codes = first.filter(({ failed }) => !failed).map(({ body }) => body.single_use_code);
  expect(codes.length).toBeGreaterThan(10);
  expect(new Set(codes).size, 'no key is taken for another').toBe(codes.length);
});

function callOf(operation: Operation): Call {
  return (client, things, idempotencyKey) => {
    const input = validInput(operation.input, [...words, ...Object.values(things)]);
    const body = JSON.stringify({ query: documentFor(operation), variables: variablesFor(operation, input) });
    return post(client, '/graphql', body, { 'Idempotency-Key': idempotencyKey });
  };
}
