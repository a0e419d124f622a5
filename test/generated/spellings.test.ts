import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/rest/adapter/field.ts';
import { methodsOf, type Row } from '../../src/rest/adapter/row.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { multipart, type RawAnswer, rawRequest } from '../support/raw-request.ts';
import { isInPath, onTheWire, requestFor } from '../support/rest-request.ts';
import { type Fields, nameOf } from './row-attempts.ts';

/*
 * Sends every documented name, spelling and form of a request to every path. The ids in the examples belong to nothing, so
 * the service reads all fields before it refuses the request.
 */

const app = useApp();

const ofKind = (kind: string) =>
  rows.flatMap((row) =>
    Object.entries(row.fields)
      .filter(([, { schema }]) => [(schema as { type?: string | string[] }).type].flat()[0] === kind)
      .map(([name, field]) => ({ path: nameOf(row), row, name, field })),
  );

const aliased = rows.flatMap((row) =>
  Object.entries(row.fields).flatMap(([name, { aliases = [] }]) =>
    aliases.map((alias) => ({ path: nameOf(row), row, name, alias })),
  ),
);

test.each(aliased)('$path takes $alias for $name', async ({ row, name, alias }) => {
  const client = await app.client();
  const { [name]: example, ...others } = { [name]: row.fields[name]?.example, ...examplesOf(row) };
  const [asNamed, asAlias] = await Promise.all([
    client.call(row, { ...others, [name]: example }),
    client.call(row, { ...others, [alias]: example }),
  ]);
  expect(notified(asAlias)).toEqual(notified(asNamed));
  const wrong = await Promise.all([name, alias].map((each) => client.call(row, { ...others, [each]: {} })));
  expect(wrong[1]?.body).toEqual(wrong[0]?.body);
  expect(wrong[0]?.status).toBeGreaterThanOrEqual(400);
});

const booleans = ofKind('boolean');

describe.each(booleans)('$path', ({ row, name, field }) => {
  test(`takes every spelling of ${name}`, async () => {
    const client = await app.client();
    const send = async (value: unknown) => notified(await client.call(row, { ...examplesOf(row), [name]: value }));
    const expected = [await send(true), await send(false)];
    for (const spelling of spellingsOf(field)) expect(expected).toContainEqual(await send(spelling));
    expect(await send('maybe')).toMatchObject({ codes: [field.invalid] });
  });
});

describe.each(ofKind('integer'))('$path', ({ row, name, field }) => {
  test(`takes ${name} as a number and as text`, async () => {
    const client = await app.client();
    // Without its flag, a number may not count.
    const flags = Object.fromEntries(booleans.filter((each) => each.row === row).map(({ name }) => [name, true]));
    const send = async (value: unknown) =>
      notified(await client.call(row, { ...examplesOf(row), ...flags, [name]: value }));
    expect(await send(String(field.example))).toEqual(await send(field.example));
    expect(await send('many')).toMatchObject({ codes: expect.arrayContaining([field.invalid]) });
  });
});

const ofV3 = rows.filter(({ path }) => path.startsWith('/v3')).map((row) => [row.path, row] as const);

test.for(ofV3)('%s reads JSON, forms and multipart forms alike', async ([_, row]) => {
  const answers = await Promise.all(
    Object.values(bodiesOf(textsOf(row))).map((written) => post(app.client(), row, written)),
  );
  expect(answers.map(notified)).toEqual(answers.map(() => notified(answers[0] as RawAnswer)));
});

test.for(ofV3.filter(([_, row]) => methodsOf(row).includes('GET')))(
  '%s reads the query and the body of a GET like the body of a POST',
  async ([path, row]) => {
    const client = await app.client();
    const given = textsOf(row);
    const { body, type } = bodiesOf(given).json;
    const expected = notified(await post(app.client(), row, { body, type }));
    const { headers } = client;
    const answers = await Promise.all([
      rawRequest(`${app.url}${path}?${new URLSearchParams(given)}`, { headers }),
      rawRequest(`${app.url}${path}`, { headers: { ...headers, 'Content-Type': type }, body }),
      rawRequest(`${app.url}${path}?${new URLSearchParams(wrong(given))}`, {
        headers: { ...headers, 'Content-Type': type },
        body,
      }),
    ]);
    expect(answers.map(notified)).toEqual([expected, expected, expected]);
  },
);

test.for(
  rows.filter(({ method }) => method === 'GET' || method === 'DELETE').map((row) => [nameOf(row), row] as const),
)('%s reads its query and its body alike', async ([_, row]) => {
  const client = await app.client();
  const { path } = requestFor({ method: 'DELETE', path: row.path }, examplesOf(row));
  const given = Object.fromEntries(
    Object.entries(row.fields)
      .filter(([name, { example }]) => !isInPath(row.path, name) && example !== undefined)
      .map(([name, { example }]) => [name, onTheWire(example)]),
  );
  const { method = 'GET' } = row;
  const { body, type } = bodiesOf(given).json;
  const [inQuery, inBody] = await Promise.all([
    rawRequest(`${app.url}${path}?${new URLSearchParams(given)}`, { method, headers: client.headers }),
    rawRequest(app.url + path, { method, headers: { ...client.headers, 'Content-Type': type }, body }),
  ]);
  expect(notified(inBody)).toEqual(notified(inQuery));
});

/** The examples of the required fields. */
function examplesOf({ fields }: Row<unknown>): Fields {
  const required = Object.entries(fields).filter(([, { required }]) => required);
  return Object.fromEntries(required.map(([name, { example }]) => [name, example]));
}

function textsOf(row: Row<unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(examplesOf(row)).map(([name, example]) => [name, onTheWire(example)]));
}

/** Returns the same fields with values that no field accepts. */
function wrong(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(given).map((name) => [name, ' ! ']));
}

function bodiesOf(given: Record<string, string>) {
  return {
    json: { type: 'application/json', body: JSON.stringify(given) },
    form: { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(given)) },
    multipart: multipart(given),
  };
}

async function post(client: Promise<Client>, { path }: Row<unknown>, { type, body }: { type: string; body: string }) {
  const { headers } = await client;
  return rawRequest(app.url + path, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body });
}

/** Returns all spellings of a boolean, in lower and in upper case. */
function spellingsOf({ schema }: Field): unknown[] {
  const { enum: spellings = [] } = schema as { enum?: unknown[] };
  return [...spellings, ...spellings.flatMap((each) => (typeof each === 'string' ? [each.toUpperCase()] : []))];
}

function notified({ status, body }: Pick<RawAnswer, 'status' | 'body'>): {
  status: number | undefined;
  codes: number[];
} {
  return { status, codes: body?.status?.errors?.error_code ?? [] };
}
