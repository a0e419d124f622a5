import { expect, test } from 'vitest';
import type { Operation } from '../../src/api/operation.ts';
import { type Scope, scopes } from '../../src/api/scope.ts';
import { methodsOf } from '../../src/rest/adapter/row.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { nameOf } from '../generated/row-attempts.ts';
import { useApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';

const app = useApp();
const named = rows.map((row) => [nameOf(row), row] as const);
const withBody = named.filter(([_, row]) => row.method !== 'GET');

test.for(named)('%s requires credentials', async ([_, row]) => {
  const client = await app.client();
  expectRefusal(await client.with({}).call(row), 401, 'Unauthorized', 1000);
});

test.for(named)('%s refuses a key without the scope of its operation', async ([_, row]) => {
  for (const [operation, call] of Object.entries(row.calls)) {
    const client = await app.client({ scopes: scopesWithout(call.operation) });
    expectRefusal(await client.call(row, { operation }), 403, 'Forbidden', 1001);
  }
});

test.for(withBody)('%s refuses a body that is not JSON', async ([_, { path, method, bareList }]) => {
  const client = await app.client();
  const bodies = ['{', 'null', '"text"', '{"a":1', '{"a":1}}', ...(bareList ? [] : ['[1]'])];
  const answers = await Promise.all(bodies.map((body) => client.rest(path, body, {}, method)));
  for (const answer of answers) expectRefusal(answer, 400, 'Bad Request', 1003);
});

test.for(withBody)('%s refuses a body that is too large', async ([_, { path, method, bodyLimit }]) => {
  const client = await app.client();
  const large = { customfield1: 'x'.repeat((bodyLimit ? 32 : 1) * 1024 * 1024) };
  expectRefusal(await client.rest(path, large, {}, method), 413, 'Payload Too Large', 1003);
  if (path.startsWith('/v3'))
    expectRefusal(await client.rest(path, new URLSearchParams(large)), 413, 'Payload Too Large', 1003);
});

test.for([...Map.groupBy(rows, ({ path }) => path)])('%s lists its methods', async ([path, same]) => {
  const client = await app.client();
  const methods = same.flatMap(methodsOf);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (method) => !methods.includes(method as 'GET'),
  )) {
    const { status, headers, body } = await client.rest(path, {}, {}, method);
    expect(headers.get('allow')).toBe(allowed);
    expect(body.status.errors.error_code).toEqual([1007]);
    expect([status, body.status.errors.error_message]).toEqual([405, 'HTTP/1.0 405 Method Not Allowed.']);
    expect(body.status.errors.error_message_description).toEqual([
      expect.stringMatching(
        new RegExp(`^The path does not accept ${method}\\. It accepts [A-Z]+((, [A-Z]+)*,? and [A-Z]+)?\\.$`),
      ),
    ]);
  }
});

test.for(['/v3', '/v3/', '/v3/coupon', '/v3/coupon/lists', '/v3/coupon/list/all', '/v4/coupon/list', '/v4'])(
  '%s does not exist',
  async (path) => {
    const client = await app.client();
    expectRefusal(await client.rest(path), 404, 'Not Found', 1006);
    const response = await fetch(client.url + path);
    expect([response.status, (await response.json()).status.errors.error_code]).toEqual([404, [1006]]);
  },
);

test('GraphQL has the same refusals', async () => {
  const client = await app.client({ scopes: ['READ'] });
  const mutation = 'mutation { createFolder(input: { name: "x" }) { id } }';
  const anonymous = await client.with({}).graphql(mutation);
  expect([anonymous.status, anonymous.codes]).toEqual([401, ['UNAUTHENTICATED']]);
  expect((await client.graphql(mutation)).codes).toEqual(['FORBIDDEN']);
  const large = await client.graphql('{ viewer { keyId } }', { x: 'x'.repeat(1024 * 1024) });
  expect([large.status, large.codes]).toEqual([413, ['BODY_TOO_LARGE']]);
  const response = await fetch(`${client.url}/graphql`, {
    method: 'POST',
    headers: { ...client.headers, 'Content-Type': 'application/json' },
    body: '{',
  });
  const { errors } = await response.json();
  expect([response.status, errors[0].extensions.code]).toEqual([400, 'UNREADABLE_BODY']);
  expect((await client.graphql('{ nothing }')).codes).toEqual(['INVALID_QUERY']);
});

function scopesWithout({ scope, alternativeScope }: Operation): Scope[] {
  if (scope === 'READ') return ['SEND', 'ADMIN'];
  return scopes.filter((other) => other !== scope && other !== alternativeScope);
}

function expectRefusal({ status, body }: RestAnswer, expected: number, reason: string, code: number): void {
  const { error_message, error_message_description, error_code } = body.status.errors;
  expect([status, body.status.status, error_message]).toEqual([expected, 'failed', `HTTP/1.0 ${expected} ${reason}.`]);
  expect(error_code).toEqual([code]);
  expect(error_message_description).toEqual([expect.stringMatching(/^[A-Z].+\.$/)]);
}
