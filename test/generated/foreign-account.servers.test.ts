import { beforeAll, expect, test } from 'vitest';
import { type Operation, operations } from '../../src/api/operation.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import { withValue } from '../support/arbitraries.ts';
import type { Client } from '../support/client.ts';
import { type Answer, answerTo, callOperation, callRow } from './answers.ts';
import { idsOf, type Kind } from './ids.ts';
import { choosing, fieldsFor, nameOf, operationOf, validFields } from './row-attempts.ts';
import { storedFor } from './stored.ts';
import { inputOf, makeThings, words } from './things.ts';

const app = useApp();
let us: Client;
let ours: Record<Kind, string>;
let them: Client;
let theirs: Record<Kind, string>;
let stored: string[];

beforeAll(async () => {
  [us, them] = [await app.client(), await app.client()];
  [ours, theirs] = [await makeThings(app.database, us.owner), await makeThings(app.database, them.owner)];
  stored = await storedForBoth();
});

// Subscriptions only filter the events of their account by id. test/events/webhook-events.test.ts tests foreign ids.
const answering = [...operations.values()].filter(({ kind }) => kind !== 'subscription');
const cases = answering.flatMap((operation) => {
  const ids = idsOf(operation);
  const each = ids.map((id) => ({ operation, name: operation.name, at: id.path.join('.'), ids: [id] }));
  return ids.length > 1 ? [...each, { operation, name: operation.name, at: 'every id', ids }] : each;
});

test.each(cases)('$name treats $at of another account like an id that does not exist', async ({ operation, ids }) => {
  const call = (idOf: (kind: Kind) => string) => {
    const input = ids.reduce(
      (result, { path, kind, isList }) => withValue(result, path, isList ? [idOf(kind)] : idOf(kind)),
      inputOf(operation, ours),
    );
    return callOperation(us, operation, input);
  };

  await expectSame(operation, call);
});

const rowCases = rows.flatMap((row) =>
  Object.keys(row.calls).flatMap((choice) => {
    const operation = operationOf(row, choosing(row, choice));
    const fields = fieldsFor(row, choosing(row, choice));
    return idsOf(operation).flatMap(({ path, kind, isList }) => {
      const field = Object.entries(fields).find(([, { argument }]) => argument === path.join('.'));
      return field ? [{ row, operation, choice, path: nameOf(row), name: field[0], kind, isList }] : [];
    });
  }),
);

test.each(rowCases)(
  '$path ($choice) treats $name of another account like an id that does not exist',
  async ({ row, operation, choice, name, kind, isList }) => {
    const fields = validFields(row, [...words, ...Object.values(ours)], choosing(row, choice));
    const call = (id: string) => callRow(us, row, { ...fields, [name]: isList ? [id] : id });

    await expectSame(operation, (idOf) => call(idOf(kind)));
  },
);

test('X-Account with the account of another customer is refused like an account that does not exist', async () => {
  const act = (account: string) =>
    answerTo(`${app.url}/graphql?query={viewer{keyId}}`, { headers: { ...us.headers, 'X-Account': account } });

  const foreign = await act(them.owner.account.id);

  expect(foreign.body.errors[0].extensions.code).toBe('FORBIDDEN');
  expect(notified(foreign)).toEqual(notified(await act(newId('account'))));
});

/** The codes for unknown ids. REST returns 400 for all failures of a barcode. */
const notFound = /_NOT_FOUND$|^(5\d\d|400)$/;

/** Compares a call with foreign ids and a call with unknown ids. Mutations must fail, and no stored row may change. */
async function expectSame({ kind }: Operation, call: (idOf: (kind: Kind) => string) => Promise<Answer>): Promise<void> {
  const foreign = await call((kind) => theirs[kind]);
  const absent = await call((kind) => newId(kind));

  expect(notified(foreign)).toEqual(notified(absent));
  if (kind === 'mutation' || foreign.failed) expect(reasonOf(foreign)).toMatch(notFound);
  expect(await storedForBoth()).toEqual(stored);
}

function storedForBoth(): Promise<string[]> {
  return Promise.all([us, them].map(({ owner }) => storedFor(app.database, owner.account.id)));
}

function reasonOf({ body }: Answer): string {
  return String(body.errors?.[0].extensions.code ?? body.status.errors.error_code);
}

function notified({ status, body }: Answer): object {
  return { status, body };
}
