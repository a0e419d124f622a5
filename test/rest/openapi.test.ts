import { expect, test } from 'vitest';
import { z } from 'zod';
import { rows } from '../../src/rest/rows.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { answerOf, operationAt } from './openapi-document.ts';

const app = useApp();

test('the example of couponsession/data has the fields of a real answer', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  const { example } = answerOf(operationAt('/v3/couponsession/data'), 200).content['application/json'];
  expect(namesIn(example)).toEqual(namesIn(body));
});

test.for(rows)('a real answer of $path is of the shape that the document tells', async ({ path }) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { status: 'EXAMPLE' });
  const found = { customValCode: 'BREAD-2026', phone: '+493012345678', email: 'ada@example.com' };
  const { session, sequence } = await makeSession(app.database, client.owner, { coupon, ...found });
  const operation = operationAt(path);
  const { least } = operation.requestBody.content['application/json']?.examples ?? {};
  const fields = { ...(least?.value as Record<string, string>) };
  if ('campaign' in fields) fields.campaign = coupon.id;
  if ('couponsession' in fields) fields.couponsession = session;
  if ('startsequence' in fields) Object.assign(fields, { startsequence: sequence, endsequence: sequence });
  const { status, body } = await client.rest(path, fields);
  expect(status).toBe(200);
  const shape = z.fromJSONSchema(answerOf(operation, 200).content['application/json'].schema as never);
  expect(shape.safeParse(body)).toMatchObject({ success: true });
});

test('the document is served, and not again to those who have it', async () => {
  const first = await fetch(`${app.url}/openapi.json`);
  expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await first.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: app.url }] });
  const again = await fetch(`${app.url}/openapi.json`, {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
});

/** The names of all fields, in their order. */
function namesIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).map(([name, inner]) => [name, namesIn(inner)]);
}
