import { expect, test } from 'vitest';
import { connect } from '../../messaging/connect.ts';
import { useApp } from '../../support/app.ts';
import { makeDirectory } from '../../support/make-directories.ts';

// Without workers, all messages stay queued. They count as sent.
const app = useApp();

async function prepare() {
  const client = await app.client();
  await connect(app.database, client);
  await client.graphql('mutation { topUpEmailBalance(input: { amount: 9 }) { id } }');
  const { id, code } = await makeDirectory(app.database, client.owner, { name: 'Guide' });
  return { client, path: `/v4/directory/${id}/send`, address: `${app.url}/d/${code}` };
}

const messageId = expect.stringMatching(/^msg_[0-9a-z]{16}$/);

test.for([
  ['receiver', 'sender'],
  ['email', 'from'],
  ['to', 'from'],
] as const)('POST /v4/directory/{id}/send/email to `%s` with `%s`', async ([receiver, sender]) => {
  const { client, path } = await prepare();
  const { status, body } = await client.rest(`${path}/email`, {
    [receiver]: 'ada@example.com',
    [sender]: 'noreply@shop.example',
    ...{ type: 'text', subject: 'Guide', body: 'Look', button_text: 'View deals' },
  });
  expect([status, body]).toEqual([
    200,
    {
      status: 'sent',
      receiver: 'ada@example.com',
      sender: 'noreply@shop.example',
      subject: 'Guide',
      body: 'Look',
      message_id: messageId,
    },
  ]);
});

test('an email without sender, subject and body shows those that were sent', async () => {
  const { client, path, address } = await prepare();
  const { status, body } = await client.rest(`${path}/email`, { receiver: 'ada@example.com' });
  expect([status, body]).toEqual([
    200,
    {
      status: 'sent',
      receiver: 'ada@example.com',
      sender: 'mail@bakery.example',
      subject: expect.stringContaining('Guide'),
      body: expect.stringContaining(address),
      message_id: messageId,
    },
  ]);
});

test.for(['receiver', 'phone'])('POST /v4/directory/{id}/send/sms to `%s`', async (receiver) => {
  const { client, path } = await prepare();
  const { status, body } = await client.rest(`${path}/sms`, { [receiver]: '+49 30 12345678', body: 'Look' });
  expect([status, body]).toEqual([
    200,
    { status: 'sent', receiver: '+493012345678', body: 'Look', message_id: messageId },
  ]);
});

test('an SMS without a body shows the text that was sent', async () => {
  const { client, path, address } = await prepare();
  const { status, body } = await client.rest(`${path}/sms`, { receiver: '+493012345678' });
  expect([status, body]).toEqual([
    200,
    { status: 'sent', receiver: '+493012345678', body: expect.stringContaining(address), message_id: messageId },
  ]);
});
