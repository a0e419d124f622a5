import { expect, test } from 'vitest';
import { insertRows } from '../../../src/kernel/database/rows.ts';
import { messages as messageSchema } from '../../../src/messaging/message/message.ts';
import { findMessages } from '../../../src/messaging/message/message-operations.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeIntegration } from '../../support/make.ts';
import { change, makeMessage, messageOf, send } from '../../support/make-messages.ts';
import { rowsRead, scansOf } from '../../support/plans.ts';

const app = useApp();

const fields = 'id channel status address subject text html url segments reason attempts createdAt finishedAt';
const find = (client: Client, id: string) =>
  client.graphql(`query ($id: ID!) { message(id: $id) { ${fields} } }`, { id });
const list = async (client: Client, filter: object, page = ''): Promise<string[]> => {
  const { data } = await client.graphql(
    `query ($filter: MessageFilter) { messages(filter: $filter ${page}) { nodes { id } } }`,
    { filter },
  );
  return data.messages.nodes.map(({ id }: { id: string }) => id);
};
const retry = (client: Client, id: string) =>
  client.graphql('mutation ($id: ID!) { retryMessage(input: { id: $id }) { id status attempts reason } }', { id });

test('a message shows its content for its recipient', async () => {
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner);
  const content = { firstName: 'Ada', subject: 'For [FIRSTNAME]', body: 'Hello [FIRSTNAME], [URL]', link: '/p/a/b' };
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], content);

  const { data } = await find(client, id);

  expect(data.message).toMatchObject({
    ...{ id, channel: 'EMAIL', status: 'QUEUED', address: 'ada@example.com', subject: 'For Ada', attempts: 0 },
    url: `${app.url}/p/a/b`,
    text: expect.stringContaining(`Hello Ada, ${app.url}/p/a/b`),
    html: expect.stringContaining('Hello Ada'),
  });
});

test('an SMS has no subject and no HTML', async () => {
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner, { channel: 'SMS' });
  const [id = ''] = await send(app.database, integration, ['+491701234567'], { body: 'Bread', segments: 1 });

  const { data } = await find(client, id);

  expect(data.message).toMatchObject({ channel: 'SMS', subject: null, html: null, segments: 1 });
  expect(data.message.text).toContain('Bread');
});

test('messages are filtered by the time at which they were queued', async () => {
  const client = await app.client();
  const integration = await makeIntegration(app.database, client.owner);
  const [early = '', late = ''] = await send(app.database, integration, ['ada@example.com', 'ben@example.com']);
  await change(app.database, early, { createdAt: '2026-01-31 23:59:59.999' });
  await change(app.database, late, { createdAt: '2026-02-01 00:00:00.000' });
  expect(await list(client, { from: '2026-02-01T01:00:00+01:00' })).toEqual([late]);
  expect(await list(client, { to: '2026-02-01T00:00:00Z' })).toEqual([early]);
  expect(await list(client, { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' })).toEqual([late, early]);
  expect(await list(client, { from: '2026-01-01T00:00:00Z' }, ', first: 1')).toEqual([late]);
});

test('messages are listed newest first, filtered by any field', async () => {
  const client = await app.client();
  const email = await makeIntegration(app.database, client.owner);
  const sms = await makeIntegration(app.database, client.owner, { channel: 'SMS' });
  const campaignId = newId('coupon');
  const session = newId('session');
  const [one = ''] = await send(app.database, email, ['Ada@example.com'], { campaignId, session });
  const [two = ''] = await send(app.database, email, ['bob@example.com'], { campaignId, jobId: newId('job') });
  const [three = ''] = await send(app.database, sms, ['+491701234567']);
  await change(app.database, two, { status: 'FAILED' });
  const { jobId } = await messageOf(app.database, two);
  await makeMessage(app.database, (await app.client()).owner);

  expect(await list(client, {})).toEqual([three, two, one]);
  expect(await list(client, {}, 'first: 1')).toEqual([three]);
  expect(await list(client, { status: 'FAILED' })).toEqual([two]);
  expect(await list(client, { channel: 'SMS' })).toEqual([three]);
  expect(await list(client, { campaign: campaignId })).toEqual([two, one]);
  expect(await list(client, { campaign: campaignId, status: 'FAILED' })).toEqual([two]);
  expect(await list(client, { campaign: campaignId, status: 'SENT' })).toEqual([]);
  expect(await list(client, { address: 'ADA@example.com' })).toEqual([one]);
  expect(await list(client, { address: '+49 170 1234567' })).toEqual([three]);
  expect(await list(client, { session })).toEqual([one]);
  expect(await list(client, { job: jobId })).toEqual([two]);
  expect(await list(client, { job: jobId, channel: 'SMS' })).toEqual([]);
});

test.each([
  {},
  { status: 'SENT' as const },
  { status: 'FAILED' as const },
  { channel: 'SMS' as const },
  { channel: 'EMAIL' as const, status: 'SENT' as const },
  { campaign: 'cam_000000000001' },
  { campaign: 'cam_000000000001', status: 'FAILED' as const },
  { address: 'user7@example.com' },
  { job: 'job_0000000000000001' },
  { job: 'job_0000000000000001', status: 'QUEUED' as const },
])('a page of %o reads few of many messages', async (filter) => {
  const client = await app.client();
  await makeMany(client, 2000);
  const read = (on: typeof app.database | Parameters<Parameters<typeof rowsRead>[1]>[0]) =>
    findMessages(on, client.owner.account.id, filter, { size: 20, backward: false, from: null });

  if (app.database.dialect.name === 'sqlite') expect(await scansOf(app.database, read, /^SCAN m\b/)).toEqual([]);
  else expect(await rowsRead(app.database, read)).toBeLessThan(600);
});

test('retryMessage accepts only failed and unknown messages', async () => {
  const client = await app.client();
  const { id } = await makeMessage(app.database, client.owner);
  await change(app.database, id, { reason: 'No.', failures: 7, platformId: 'their-1' });

  const { data } = await retry(client, id);

  expect(data.retryMessage).toEqual({ id, status: 'QUEUED', attempts: 0, reason: null });
  expect(await messageOf(app.database, id)).toMatchObject({ urgent: 1, platformId: null, dueAt: expect.any(String) });
  for (const status of ['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'SUPPRESSED', 'CANCELLED'] as const) {
    await change(app.database, id, { status });
    expect((await retry(client, id)).codes, status).toEqual(['MESSAGE_NOT_RETRIABLE']);
  }
  await change(app.database, id, { status: 'UNKNOWN' });
  expect((await retry(client, id)).codes).toEqual([]);
});

test('a retry costs what the failure refunded', async () => {
  const client = await app.client();
  const { id } = await makeMessage(app.database, client.owner);
  await change(app.database, id, { paid: 1 });

  expect((await retry(client, id)).codes).toEqual(['EMAIL_BALANCE_EMPTY']);
  await client.graphql('mutation { topUpEmailBalance(input: { amount: 1 }) { emailBalance } }');
  expect((await retry(client, id)).codes).toEqual([]);
  expect((await client.graphql('{ viewer { account { emailBalance } } }')).data.viewer.account.emailBalance).toBe(0);
});

test('a retry is refused without a platform', async () => {
  const client = await app.client();
  const { id, integrationId } = await makeMessage(app.database, client.owner);
  await client.graphql('mutation ($id: ID!) { disconnectIntegration(input: { id: $id }) { id } }', {
    id: integrationId,
  });

  expect((await retry(client, id)).codes).toEqual(['NO_EMAIL_INTEGRATION']);
});

/** Makes messages of every kind, most of them sent. */
async function makeMany(client: Client, amount: number): Promise<void> {
  const integration = await makeIntegration(app.database, client.owner);
  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  const { number: _, ...model } = await messageOf(app.database, id);
  const rows = Array.from({ length: amount }, (_, index) => ({
    ...model,
    id: newId('message'),
    campaignId: `cam_${String(index % 2).padStart(12, '0')}`,
    jobId: `job_${String(index % 2).padStart(16, '0')}`,
    addressKey: `user${index % 100}@example.com`,
    status: index % 500 === 0 ? ('FAILED' as const) : ('SENT' as const),
    dueAt: null,
  }));
  await app.database.transaction((transaction) => insertRows(transaction, messageSchema, rows));
}
