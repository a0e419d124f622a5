import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();

const mutation = 'mutation { createFolder(input: { name: "planted" }) { id } }';

async function send(accept: string, query: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify({ query }),
  });
}

test.each(['text/html', 'image/png, application/xml', 'application/json;charset=iso-8859-1', 'application/json-seq'])(
  'a mutation that accepts only %s does not run',
  async (accept) => {
    const client = await app.client();

    const response = await send(accept, mutation, client.headers);

    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
    const { data } = await client.graphql('{ folders { nodes { name } } }');
    expect(data.folders.nodes).toEqual([]);
  },
);

test.each(['*/*', 'application/*', 'application/json', 'application/graphql-response+json', 'text/html, */*;q=0.1'])(
  'a mutation that accepts %s runs',
  async (accept) => {
    const { headers } = await app.client();

    const response = await send(accept, mutation, headers);

    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('data.createFolder.id');
  },
);

test('a subscription that accepts no event stream does not begin', async () => {
  const { headers } = await app.client();

  const response = await send('application/json', 'subscription { webhookEvents { position } }', headers);

  expect(response.status).toBe(406);
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
});
