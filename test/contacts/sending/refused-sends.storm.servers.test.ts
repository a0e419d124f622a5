import { expect, inject, test } from 'vitest';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { MailServer, type Misbehaviour } from '../../support/smtp-server.ts';

const app = useAppWithBackground();
const size = inject('isThorough') ? 1000 : 40;
const sender = 'mail@bakery.example';

async function connected(contacts = size) {
  const server = await MailServer.startForTest();
  const client = await app.client();
  const settings = { username: null, password: null, from: sender, ...server.settings };
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  const group = await makeGroup(app.database, client.owner);
  await makeContacts(app.database, group, contacts);
  const coupon = await makeCoupon(app.database, client.owner);
  return { server, client, group, coupon };
}

type Connected = Awaited<ReturnType<typeof connected>>;

const start = async ({ client, group, coupon }: Connected): Promise<string> => {
  const input = { group: group.id, campaign: coupon.id };
  const sending = 'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id } }';
  return (await client.graphql(sending, { input })).data.job.id;
};

const find = async (client: Client, id: string) =>
  (
    await client.graphql(
      'query ($id: ID!) { job(id: $id) { status pauseReason queued sent failed suppressed } optOuts { nodes { address } } }',
      { id },
    )
  ).data;

const statusOf = (client: Client, id: string) => expect.poll(async () => (await find(client, id)).job.status);

/** Returns how many messages of a job a worker still has: these go out although the job has paused. The others are not due. */
const inHand = async (id: string) => {
  const claimed = 'SELECT 1 FROM messages m WHERE m.job_id = ? AND m.claims > 0 AND m.due_at IS NOT NULL';
  return (await app.database.rows(claimed, [id])).length;
};

/** Refuses every recipient. */
function refuseAll(server: MailServer, misbehaviour: Misbehaviour): void {
  for (let number = 0; number < size; number += 1) server.misbehaves.set(`contact${number}@example.com`, misbehaviour);
}

test.each<[string, (server: MailServer) => void]>([
  ['the sender', (server) => server.misbehaves.set(sender, { at: 'MAIL', code: 550, message: '5.1.8 no such domain' })],
  [
    'the sender, at the recipient',
    (server) => refuseAll(server, { at: 'RCPT', code: 550, message: `5.1.8 <${sender}>: Sender address rejected` }),
  ],
  [
    'every recipient as unknown',
    (server) => refuseAll(server, { at: 'RCPT', code: 550, message: '5.1.1 user unknown' }),
  ],
])(
  'a send through a platform that refuses %s stops and says so, and a later send reaches everybody',
  async (_, refuse) => {
    const given = await connected();
    const { server, client } = given;
    refuse(server);

    const first = await start(given);
    await statusOf(client, first).toBe('PAUSED');
    await expect
      .poll(async () => (await find(client, first)).job.queued + (await find(client, first)).job.failed)
      .toBe(size);
    await expect.poll(() => inHand(first)).toBe(0);

    const { job, optOuts } = await find(client, first);
    expect(job.pauseReason).toMatch(
      /^Most of the latest messages failed for the same reason: .* responded: 550 5\.1\.[18] /,
    );
    expect(job.failed).toBeLessThan(100);
    expect(optOuts.nodes).toEqual([]);

    server.misbehaves.clear();
    const second = await start(given);
    await statusOf(client, second).toBe('DONE');

    expect(server.mails.map(({ to: [address] }) => address).toSorted()).toEqual(
      Array.from({ length: size }, (_, number) => `contact${number}@example.com`).toSorted(),
    );
  },
);

test.each([
  [10, 'relay not permitted'],
  [10, '5.1.1 user unknown'],
  [5, '5.1.1 user unknown'],
])(
  'a send to %i contacts that are all refused with "%s" says so, and a later send reaches all',
  async (contacts, message) => {
    const given = await connected(contacts);
    const { server, client } = given;
    refuseAll(server, { at: 'RCPT', code: 550, message });

    const first = await start(given);
    await statusOf(client, first).toBe('PAUSED');
    const { job, optOuts } = await find(client, first);
    expect(job).toMatchObject({ failed: contacts, pauseReason: expect.stringContaining(message) });
    expect(optOuts.nodes).toEqual([]);

    server.misbehaves.clear();
    await statusOf(client, await start(given)).toBe('DONE');
    expect(server.mails.length).toBe(contacts);
    await client.graphql('mutation ($input: ResumeJobInput!) { resumeJob(input: $input) { status } }', {
      input: { id: first },
    });
    await statusOf(client, first).toBe('DONE');
  },
);

test.each([
  [4, 0, 4],
  [10, 1, 9],
])('of %i contacts, %i exist: the send ends, and the others are opted out', async (contacts, reached, gone) => {
  const given = await connected(contacts);
  const { server, client } = given;
  refuseAll(server, { at: 'RCPT', code: 550, message: '5.1.1 user unknown' });
  for (let number = 0; number < reached; number += 1) server.misbehaves.delete(`contact${number}@example.com`);

  const id = await start(given);
  await statusOf(client, id).toBe('DONE');
  const { job, optOuts } = await find(client, id);
  expect(job).toMatchObject({ sent: reached, failed: gone, pauseReason: null });
  expect(optOuts.nodes.length).toBe(gone);
});

test('a send that stopped continues where it was once the platform accepts the sender', async () => {
  const given = await connected();
  const { server, client } = given;
  server.misbehaves.set(sender, { at: 'MAIL', code: 550, message: 'Sender verify failed' });
  const id = await start(given);
  await statusOf(client, id).toBe('PAUSED');
  server.misbehaves.clear();

  await client.graphql('mutation ($input: ResumeJobInput!) { resumeJob(input: $input) { status } }', { input: { id } });
  await statusOf(client, id).toBe('DONE');
  await client.graphql('mutation ($input: RetryMessagesInput!) { retryMessages(input: $input) { id } }', {
    input: { job: id },
  });

  await expect
    .poll(async () => (await find(client, id)).job)
    .toEqual({
      ...{ status: 'DONE', pauseReason: null },
      ...{ queued: 0, sent: size, failed: 0, suppressed: 0 },
    });
  expect(new Set(server.mails.map(({ to: [address] }) => address)).size).toBe(size);
});

test('a send of which some recipients do not exist goes on, and only these are opted out', async () => {
  const given = await connected();
  const { server, client } = given;
  const gone = Array.from({ length: size / 4 }, (_, number) => `contact${number * 4}@example.com`);
  for (const address of gone)
    server.misbehaves.set(address, { at: 'RCPT', code: 550, message: `5.1.1 <${address}>: User unknown` });

  const id = await start(given);
  await statusOf(client, id).toBe('DONE');

  const { job, optOuts } = await find(client, id);
  expect(job).toMatchObject({ sent: size - gone.length, failed: gone.length, pauseReason: null });
  expect(optOuts.nodes.length).toBe(Math.min(gone.length, 100));
});
