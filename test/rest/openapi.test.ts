import { expect, test } from 'vitest';
import { z } from 'zod';
import { directories } from '../../src/directories/directory/directory.ts';
import { requireRow } from '../../src/kernel/database/rows.ts';
import type { Row } from '../../src/rest/adapter/row.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { idPattern } from '../../src/vocabulary/ids.ts';
import { capturedPassType } from '../../src/wallets/connected-wallet.ts';
import { kinds } from '../generated/ids.ts';
import { nameOf } from '../generated/row-attempts.ts';
import { makeThings } from '../generated/things.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { makePlacement } from '../support/make-directories.ts';
import { makeCard } from '../support/make-loyalty.ts';
import { makeSavedPasses } from '../support/make-wallets.ts';
import { jsonOf, operationAt, successOf } from './openapi-document.ts';

const app = useApp();

test('the example of couponsession/data has the fields of a real response', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const example = jsonOf(successOf(operationAt('/v3/couponsession/data')))?.example;
  expect(namesIn(example)).toEqual(namesIn(body));
});

test.for(rows.map((row) => [nameOf(row), row] as const))(
  'a real response of %s matches its documented schema',
  async ([_, row]) => {
    const client = await app.client();
    const { status, body } = await client.call(row, leastOf(row, await thingsToFind(client, row)));
    expect({ status, body }).toMatchObject({ status: row.status ?? (row.reply || row.whole ? 200 : 204) });
    const content = jsonOf(successOf(operationAt(row.path, row.method)));
    if (content) expect(z.fromJSONSchema(content.schema as never).safeParse(body)).toMatchObject({ success: true });
    else expect(body).toBeNull();
  },
);

test('the service serves the document, and 304 while it is unchanged', async () => {
  const first = await fetch(`${app.url}/openapi.json`);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await first.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: app.url }] });
  const again = await fetch(`${app.url}/openapi.json`, {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

/** Makes one object of every kind, with the values that the examples of requests look for. */
async function thingsToFind({ owner }: Client, { method, path }: Row<unknown>): Promise<Record<string, string>> {
  const things = await makeThings(app.database, owner);
  const coupon = await makeCoupon(app.database, owner, { status: 'EXAMPLE' });
  const found = { customValCode: 'BREAD-2026', phone: '+493012345678', email: 'ada@example.com' };
  const { session, sequence } = await makeSession(app.database, owner, { coupon, ...found });
  await makeSavedPasses(app.database, owner, coupon.id, { session, passType: capturedPassType });
  if (method === 'DELETE' && path.endsWith('/campaigns')) {
    const directory = await requireRow(app.database, directories, { id: things.directory });
    await makePlacement(app.database, owner, directory, { coupon });
  }
  const linkable = path.endsWith('/link') && { loyaltyCard: (await makeCard(app.database, owner)).id };
  return { ...things, coupon: coupon.id, session, sequence: String(sequence), ...linkable };
}

/** The minimal request of the document, with ids of existing objects. */
function leastOf(row: Row<unknown>, things: Record<string, string>): object {
  const { parameters, requestBody } = operationAt(row.path, row.method);
  const shown = {
    ...Object.fromEntries(parameters.filter(({ required }) => required).map(({ name, example }) => [name, example])),
    ...(jsonOf(requestBody ?? {})?.examples?.minimal?.value as object),
    ...(row.fields.endsequence && { endsequence: 1 }),
  };
  return Object.fromEntries(Object.entries(shown).map(([name, example]) => [name, realOf(name, example, things)]));
}

function realOf(name: string, example: unknown, things: Record<string, string>): unknown {
  if (Array.isArray(example)) return example.map((item) => realOf(name, item, things));
  if (/^(start|end)sequence$/.test(name)) return Number(things.sequence);
  if (name === 'smsgroup') return things.smsGroup;
  const kind = kinds.find((kind) => typeof example === 'string' && idPattern(kind).test(example));
  return kind ? things[kind] : example;
}

/** The names of all fields, in order. */
function namesIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]);
}
