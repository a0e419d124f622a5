import { expect, test } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

/** Like an installation whose operator allows no private addresses. */
const app = useApp({ outbound: new Outbound({ allowInsecure: false, allowedRanges: [] }) });

const create = 'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret } }';
const update = 'mutation ($input: UpdateWebhookEndpointInput!) { updateWebhookEndpoint(input: $input) { id } }';
const connect = 'mutation ($input: ConnectIntegrationInput!) { connectIntegration(input: $input) { id } }';

test.for([
  ['https://localhost/hook', 'localhost does not lead to a public address'],
  ['https://hooks.localhost:8443/', 'hooks.localhost does not lead to a public address'],
  ['https://127.0.0.1/hook', '127.0.0.1 is not a public address'],
  ['https://0x7f.1/hook', '127.0.0.1 is not a public address'],
  ['https://[::1]/hook', '::1 is not a public address'],
  ['https://10.0.0.1/hook', '10.0.0.1 is not a public address'],
])('an endpoint refuses the address %s at once', async ([url, reason]) => {
  const client = await app.client();
  const made = await client.graphql(`${create.replace('secret', 'endpoint { id }')}`, {
    input: { url: 'https://hooks.example/' },
  });

  for (const answer of [
    await client.graphql(create, { input: { url } }),
    await client.graphql(update, { input: { id: made.data.createWebhookEndpoint.endpoint.id, url } }),
  ])
    expect(answer.errors.map(({ message, extensions }) => [extensions.code, extensions.field, message])).toEqual([
      ['INVALID_INPUT', 'url', `url: ${reason}`],
    ]);
});

test('the console shows at the field that an endpoint cannot have the address', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);

  const { status, text } = await visitor.post('/webhooks/new', 'create', { url: 'https://localhost/hook' });

  expect(status).toBe(422);
  expect(text).toMatch(/aria-invalid="true"[^>]*name="url"|name="url"[^>]*aria-invalid="true"/);
});

test('a mail server cannot be this machine', async () => {
  const input = { channel: 'EMAIL', provider: 'SMTP', settings: { host: 'localhost', security: 'NONE' } };

  const { errors } = await (await app.client()).graphql(connect, { input });

  expect(errors.map(({ message }) => message)).toEqual(['settings.host: localhost does not lead to a public address']);
});
