import { expect, test } from 'vitest';
import { addOptOut } from '../../../src/messaging/opt-out/opt-out.ts';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { untilDone } from '../../support/jobs.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

async function connected(): Promise<Client> {
  const client = await app.client();
  const settings = { from: 'mail@bakery.example' } as never;
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  await makeIntegration(app.database, client.owner, { channel: 'SMS_SERVICE' });
  return client;
}

async function sendTo(client: Client, input: object): Promise<string> {
  const { data } = await client.graphql(
    'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id } }',
    { input },
  );
  await untilDone(app.database, data.job.id);
  return data.job.id;
}

const shown = 'campaignId campaignName groupId groupName channel subject body';

const find = async (client: Client, id: string) =>
  (await client.graphql(`query ($id: ID!) { job(id: $id) { status sent sending { ${shown} } } }`, { id })).data.job;

const list = async (client: Client, filter: object, page = ''): Promise<string[]> => {
  const { data } = await client.graphql(
    `query ($filter: GroupSendingFilter) { groupSendings(filter: $filter ${page}) { nodes { id } pageInfo { endCursor } } }`,
    { filter },
  );
  return data.groupSendings.nodes.map(({ id }: { id: string }) => id);
};

const reach = async (client: Client, input: { group: string; campaign?: string }) =>
  client.graphql(
    `query ($group: ID!, $campaign: ID) { groupReach(group: $group, campaign: $campaign) {
      contacts optedOut reached received } }`,
    input,
  );

test('sends to groups are listed newest first with what they send, filtered by any field', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, { name: 'Rye' });
  const other = await makeCoupon(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner, { name: 'Regulars' });
  const sms = await makeGroup(app.database, client.owner, { channel: 'SMS' });
  await makeContacts(app.database, group, 2);

  const one = await sendTo(client, { group: group.id, campaign: coupon.id, subject: 'For [NAME]', body: 'Hi [URL]' });
  const two = await sendTo(client, { group: sms.id, campaign: other.id });

  expect((await find(client, one)).sending).toEqual({
    ...{ campaignId: coupon.id, campaignName: 'Rye', groupId: group.id, groupName: 'Regulars' },
    ...{ channel: 'EMAIL', subject: 'For [NAME]', body: 'Hi [URL]' },
  });
  expect(await list(client, {})).toEqual([two, one]);
  expect(await list(client, {}, ', first: 1')).toEqual([two]);
  expect(await list(client, { channel: 'EMAIL' })).toEqual([one]);
  expect(await list(client, { campaign: other.id })).toEqual([two]);
  expect(await list(client, { group: group.id, status: 'DONE' })).toEqual([one]);
  expect(await list(client, { status: 'PAUSED' })).toEqual([]);
  expect(await list(await connected(), {})).toEqual([]);

  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupons SET deleted_at = created_at WHERE id = ?', [coupon.id]),
  );
  expect((await find(client, one)).sending).toMatchObject({ campaignId: coupon.id, campaignName: null });
});

test('a page that was opened counts for its send', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, 2);
  const id = await sendTo(client, { group: group.id, campaign: coupon.id });
  const opened = async (by = client) => by.graphql('query ($job: ID!) { openedMessages(job: $job) }', { job: id });
  expect((await opened()).data.openedMessages).toBe(0);
  const [message] = await app.database.rows<{ link: string }>(
    'SELECT m.link AS link FROM messages m WHERE m.job_id = ?',
    [id],
  );
  await fetch(`${app.url}${message?.link}`);
  await expect.poll(async () => (await opened()).data.openedMessages).toBe(1);
  expect((await opened(await connected())).codes).toEqual(['JOB_NOT_FOUND']);
});

test('the reach of a group leaves out who opted out and counts who received the coupon', async () => {
  const client = await connected();
  const { account } = client.owner;
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, [{ address: 'Ada@example.com' }]);
  await sendTo(client, { group: group.id, campaign: coupon.id });
  await makeContacts(app.database, group, [{ address: 'Gone@example.com' }, { address: 'ben@example.com' }]);
  for (const [address, channel] of [
    ['gone@example.com', 'EMAIL'],
    ['elsewhere@example.com', 'EMAIL'],
    ['ben@example.com', 'SMS'],
  ] as const)
    await app.database.transaction((transaction) =>
      addOptOut(transaction, { accountId: account.id, channel, address, reason: 'REQUESTED' }),
    );

  const { data } = await reach(client, { group: group.id, campaign: coupon.id });
  expect(data.groupReach).toEqual({ contacts: 3, optedOut: 1, reached: 2, received: 1 });
  const alone = await reach(client, { group: group.id });
  expect(alone.data.groupReach.received).toBe(null);
  const stranger = await connected();
  expect((await reach(stranger, { group: group.id })).codes).toEqual(['CONTACT_GROUP_NOT_FOUND']);
  const foreign = await makeCoupon(app.database, stranger.owner);
  expect((await reach(client, { group: group.id, campaign: foreign.id })).codes).toEqual(['COUPON_NOT_FOUND']);
  expect((await reach(await app.client(), { group: group.id })).codes).toEqual(['CONTACT_GROUP_NOT_FOUND']);
});
