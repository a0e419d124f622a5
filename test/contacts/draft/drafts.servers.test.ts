import { expect, test } from 'vitest';
import { addOptOut } from '../../../src/messaging/opt-out/opt-out.ts';
import type { Outgoing } from '../../../src/messaging/platform/platform.ts';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { personOf } from '../../support/make-people.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

/** Makes a client whose account has platforms for single messages and for groups, with senders of their own. */
async function connected(): Promise<Client> {
  const client = await app.client();
  const from = (name: string) => ({ provider: 'SMTP', settings: { from: `${name} <mail@bakery.example>` } as never });
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL', ...from('Single') } as never);
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', ...from('Group') } as never);
  for (const channel of ['SMS', 'SMS_SERVICE'] as const) await makeIntegration(app.database, client.owner, { channel });
  return client;
}

const types: Record<string, string> = {
  ...{ campaign: 'ID!', group: 'ID', channel: 'MessageChannel', format: 'EmailFormat', session: 'ID' },
};

/** Calls `previewMessage`. */
async function preview(client: Client, input: Record<string, unknown>) {
  const names = Object.keys(input);
  const declared = names.map((name) => `$${name}: ${types[name] ?? 'String'}`).join(', ');
  const { data, codes, errors } = await client.graphql(
    `query (${declared}) { preview: previewMessage(${names.map((name) => `${name}: $${name}`).join(', ')}) {
      channel address isExample sender subject text html url segments problem } }`,
    input,
  );
  return { ...data?.preview, codes, message: errors[0]?.message as string | undefined };
}

async function send(client: Client, input: object, headers: Record<string, string> = {}) {
  const { data, codes, errors } = await client.graphql(
    `mutation ($input: SendMessageInput!) { sent: sendMessage(input: $input) {
      message { id status address session subject text html sender url campaignName } session { session } duplicate } }`,
    { input },
    headers,
  );
  return { ...data?.sent, codes, message: data?.sent?.message, problem: errors[0]?.message as string | undefined };
}

const received = ({ owner }: Client): Outgoing[] => platforms.of(owner.account);

async function rowsOf(table: string): Promise<number> {
  return (await app.database.rows(`SELECT 1 FROM ${table}`)).length;
}

test('a preview shows what a send then sends, and stores nothing', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, { name: 'Rye' });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const input = {
    ...{ campaign: coupon.id, subject: 'For [NAME]', body: 'Hello <b>[FIRSTNAME]</b> [LASTNAME], [URL]' },
    ...{ address: 'ada@example.com', firstName: '<Ada>', lastName: 'Lovelace', session },
  };
  const before = [await rowsOf('messages'), await rowsOf('message_contents'), await rowsOf('events')];

  const shown = await preview(client, input);

  expect([await rowsOf('messages'), await rowsOf('message_contents'), await rowsOf('events')]).toEqual(before);
  expect(shown).toMatchObject({ codes: [], channel: 'EMAIL', isExample: false, problem: null, segments: null });
  expect(shown.sender).toBe('Single <mail@bakery.example>');
  const { message } = await send(client, input);
  const withoutUnsubscribing = (text: string) => text.replace(/\/u\/[^\s"]+/, '');
  expect([shown.subject, shown.url]).toEqual([message.subject, message.url]);
  expect(shown.subject).toBe('For <Ada> Lovelace');
  expect(shown.html).toContain('Hello <b>&lt;Ada&gt;</b> Lovelace');
  expect(withoutUnsubscribing(shown.html)).toBe(withoutUnsubscribing(message.html));
  expect(withoutUnsubscribing(shown.text)).toBe(withoutUnsubscribing(message.text));
});

test('a preview for a group is for its first contact and comes from the platform for groups', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, { emailBody: 'Hello [FIRSTNAME]' });
  const group = await makeGroup(app.database, client.owner);

  const empty = await preview(client, { campaign: coupon.id, group: group.id });
  expect(empty).toMatchObject({ isExample: true, address: 'ada@example.com', sender: 'Group <mail@bakery.example>' });
  expect(empty.text).toContain('Hello Ada');
  await makeContacts(app.database, group, [{ address: 'grace@example.com', firstName: 'Grace' }]);
  const shown = await preview(client, { campaign: coupon.id, group: group.id });

  expect(shown).toMatchObject({ isExample: false, address: 'grace@example.com', problem: null });
  expect(shown.text).toContain('Hello Grace');
  expect(shown.url).toMatch(new RegExp(`^${app.url}/p/${coupon.code}/[a-z]{21}$`));
});

test('a preview of an SMS counts its segments', async () => {
  const client = await connected();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  expect(await preview(client, { campaign, channel: 'SMS', body: 'Hi [FIRSTNAME] [URL]' })).toMatchObject({
    ...{ channel: 'SMS', subject: null, html: null, sender: null, segments: 1, isExample: true },
    text: expect.stringMatching(/^Hi Ada http/),
  });
  expect((await preview(client, { campaign, channel: 'SMS', body: '😀'.repeat(80) })).segments).toBe(4);
});

test('loyalty cards and directories are shown and sent, too', async () => {
  const client = await connected();
  const card = await makeCard(app.database, client.owner);
  const directory = await makeDirectory(app.database, client.owner);
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE accounts SET email_balance = 1 WHERE id = ?', [client.owner.account.id]),
  );
  const shown = await preview(client, {
    ...{ campaign: directory.id, from: 'Deals <deals@bakery.example>', format: 'HTML', body: '<p>New</p>' },
    buttonText: 'Look',
  });
  expect(shown).toMatchObject({ sender: 'Deals <deals@bakery.example>', url: `${app.url}/d/${directory.code}` });
  expect(shown.html).toContain('>Look</a>');
  for (const campaign of [card.id, directory.id]) {
    const { message, session } = await send(client, { campaign, address: 'ada@example.com', subject: 'S' });
    expect([message.status, message.subject, session]).toEqual(['SENT', 'S', null]);
  }
  expect((await send(client, { campaign: directory.id, address: 'ada@example.com' })).codes).toEqual([
    'EMAIL_BALANCE_EMPTY',
  ]);
  const sms = { campaign: card.id, channel: 'SMS', address: '+49 170 1234567', body: 'Card' };
  expect((await send(client, sms)).message).toMatchObject({ status: 'SENT', address: '+491701234567' });
});

test('a test goes to the address of the person who signed in, through the platform of the group', async () => {
  const client = await connected();
  const { id: campaign } = await makeCoupon(app.database, client.owner, { name: 'Rye' });
  const group = await makeGroup(app.database, client.owner);
  const marketer = await personOf(app, client.owner, { role: 'MARKETER' });

  const { message, session } = await send(marketer, { campaign, group: group.id, body: 'Test [URL]' });

  expect(message).toMatchObject({ status: 'SENT', address: marketer.person.email, campaignName: 'Rye' });
  expect(received(client)).toMatchObject([{ from: { name: 'Group' }, text: expect.stringContaining(session.session) }]);
  expect((await send(client, { campaign })).problem).toContain('required for API keys');
  expect((await send(marketer, { campaign, channel: 'SMS' })).problem).toContain('required for SMS');
});

test('a message is sent once with the same idempotency key, and not again to who received the coupon', async () => {
  const client = await connected();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const input = { campaign, address: 'ada@example.com' };
  const first = await send(client, input, { 'Idempotency-Key': 'one' });
  expect((await send(client, input, { 'Idempotency-Key': 'one' })).message.id).toBe(first.message.id);
  const again = await send(client, { ...input, checkUnique: true });
  expect([again.duplicate, again.message.id]).toEqual([true, first.message.id]);
  expect(received(client)).toHaveLength(1);
});

test('a preview says why the message would not be sent', async () => {
  const client = await connected();
  const coupon = await makeCoupon(app.database, client.owner, { locked: true });
  const open = await makeCoupon(app.database, client.owner);
  const { account } = client.owner;
  const gone = { accountId: account.id, channel: 'EMAIL', address: 'gone@example.com', reason: 'REQUESTED' } as const;
  await app.database.transaction((transaction) => addOptOut(transaction, gone));
  const problem = async (input: Record<string, unknown>) => (await preview(client, input)).problem;

  expect(await problem({ campaign: coupon.id })).toBe('Nothing would be sent: the coupon is locked.');
  expect(await problem({ campaign: open.id, address: 'Gone@example.com' })).toContain('opt-out list');
  const unnamed = { campaign: open.id, address: 'ada@example.com', firstName: 'Ada', body: 'Hello' };
  expect(await problem(unnamed)).toContain('has no placeholder [FIRSTNAME]');
  expect((await send(client, unnamed)).problem).toBe(await problem(unnamed));
});

test('drafts that cannot be sent are refused and change nothing', async () => {
  const client = await connected();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const { id: card } = await makeCard(app.database, client.owner);
  const { id: group } = await makeGroup(app.database, client.owner);
  const stranger = await connected();
  const foreign = await makeCoupon(app.database, stranger.owner);
  const refused: [Record<string, unknown>, string][] = [
    [{ campaign: card, group }, 'must be a coupon'],
    [{ campaign, channel: 'SMS', subject: 'S' }, 'only for emails'],
    [{ campaign, channel: 'SMS', body: 'x'.repeat(1001) }, 'at most 1000'],
    [{ campaign, body: '<b>'.repeat(4001) }, 'more than 4000 HTML tags'],
    [{ campaign, body: '[NAME]'.repeat(201) }, 'more than 200 placeholders'],
    [{ campaign, from: 'mail@bakery.example' }, 'only for emails with a directory'],
    [{ campaign, buttonText: 'Open' }, 'only for emails with a directory'],
    [{ campaign, address: 'nobody' }, 'is not an email address'],
    [{ campaign, channel: 'SMS', address: 'ada@example.com' }, 'is not a phone number'],
    [{ campaign: card, session: 'x'.repeat(21) }, 'Session not found'],
    [{ campaign, session: 'x'.repeat(21) }, 'Session not found'],
    [{ campaign, group, channel: 'SMS' }, 'Contact group not found'],
    [{ campaign: foreign.id }, 'Coupon not found'],
    [{ campaign: 'cam_' }, 'Coupon not found'],
    [{ campaign: 'cam !' }, 'not the id of a campaign'],
  ];
  for (const [input, reason] of refused) {
    expect((await preview(client, input)).message, JSON.stringify(input).slice(0, 80)).toContain(reason);
    const { problem } = await send(client, { address: 'ada@example.com', ...input });
    expect(problem, JSON.stringify(input).slice(0, 80)).toContain(reason);
  }
  expect(received(client)).toEqual([]);
});

test('an account without a platform or a sender learns so, and a reader sees previews but sends nothing', async () => {
  const client = await app.client();
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  expect((await preview(client, { campaign })).codes).toEqual(['NO_EMAIL_INTEGRATION']);
  expect((await preview(client, { campaign, channel: 'SMS' })).codes).toEqual(['NO_SMS_INTEGRATION']);
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL' });
  expect((await preview(client, { campaign })).codes).toEqual(['EMAIL_NOT_SENT']);
  const other = await connected();
  const analyst = await personOf(app, other.owner, { role: 'ANALYST' });
  const { id } = await makeCoupon(app.database, other.owner);
  expect((await preview(analyst, { campaign: id })).codes).toEqual([]);
  expect((await send(analyst, { campaign: id })).codes).toEqual(['FORBIDDEN']);
});
