import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();
const body = JSON.stringify({ query: '{ __typename }' });

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
  'accepts %s',
  async (type) => {
    const response = await send(type, body);

    expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
  },
);

test.each([
  ['text/plain', body],
  ['text/plain;application/json', body],
  ['application/x-www-form-urlencoded', 'query=%7B__typename%7D'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n{__typename}\r\n--x--',
  ],
  ['application/graphql', '{ __typename }'],
  ['application/jsonp', body],
  ['', body],
])('refuses %j', async (type, text) => {
  const response = await send(type, text);

  const { errors, data } = (await response.json()) as { errors: { extensions: object }[]; data?: object };
  expect([response.status, data, errors[0]?.extensions]).toEqual([415, undefined, { code: 'UNREADABLE_BODY' }]);
});

test('runs no mutation by GET, which any page can send', async () => {
  const client = await app.client();
  const query = encodeURIComponent('mutation { createFolder(input: { name: "x" }) { id } }');

  const response = await fetch(`${app.url}/graphql?query=${query}`, { headers: client.headers });

  expect(await response.json()).toMatchObject({ errors: [{ message: expect.stringContaining('mutation') }] });
  expect((await client.graphql('{ folders { nodes { id } } }')).data.folders.nodes).toEqual([]);
});

function send(type: string, text: string): Promise<Response> {
  return fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: Buffer.from(text),
  });
}
