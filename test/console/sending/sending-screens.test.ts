import { expect, test } from 'vitest';
import { optedOutReason } from '../../../src/messaging/message/message-queue.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { untilDone } from '../../support/jobs.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { change, makeMessage, messageOf, send } from '../../support/make-messages.ts';
import { visitorOf } from './console-visitor.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });
const hostile = '<img src=x onerror=alert(1)>';

async function connected(): Promise<Client> {
  const client = await app.client();
  const settings = { from: 'mail@bakery.example' } as never;
  await makeIntegration(app.database, client.owner, { channel: 'EMAIL_SERVICE', provider: 'SMTP', settings });
  return client;
}

/** Sends a coupon to a group of this size, and waits for the end. */
async function makeSend(client: Client, contacts: number, groupName = 'Regulars') {
  const coupon = await makeCoupon(app.database, client.owner, { name: 'Rye' });
  const group = await makeGroup(app.database, client.owner, { name: groupName });
  await makeContacts(app.database, group, contacts);
  const { data } = await client.graphql(
    'mutation ($input: SendToGroupInput!) { job: sendToGroup(input: $input) { id } }',
    { input: { group: group.id, campaign: coupon.id } },
  );
  const id = data.job.id as string;
  await untilDone(app.database, id);
  return { id, group, coupon };
}

async function statusOf(id: string): Promise<string | undefined> {
  const [job] = await app.database.rows<{ status: string }>('SELECT j.status AS status FROM jobs j WHERE j.id = ?', [
    id,
  ]);
  return job?.status;
}

test('sends to groups are listed with their numbers, filtered by the address', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner);
  expect((await visitor.open('/sending')).text).toContain('No messages to groups yet');
  const { id, group } = await makeSend(client, 2, hostile);

  const { status, text } = await visitor.open('/sending');
  expect(status).toBe(200);
  expect(text).toContain(`/console/sending/jobs/${id}`);
  expect(text).toContain('contact0@example.com');
  expect(text).not.toContain(hostile);
  expect((await visitor.open(`/sending?group=${group.id}`)).text).toContain(`/console/sending/jobs/${id}`);
  expect((await visitor.open('/sending?status=PAUSED')).text).toContain('No matching entries');
});

test('a send shows its numbers and why messages failed, and sends failed ones again', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  platforms.answer(client.owner.account, { outcome: 'REFUSED', reason: hostile });
  const { id } = await makeSend(client, 3);

  const { text } = await visitor.open(`/sending/jobs/${id}`);
  expect(text).toContain('Rye to Regulars');
  expect(text).toContain('3 of 3 contacts processed.');
  expect(text).toContain('&lt;img src=x onerror=alert(1)>');
  expect(text).not.toContain(hostile);
  expect((await visitor.open(`/sending/jobs/${id}?live=1`)).text).not.toContain('Why messages failed');
  platforms.answer(client.owner.account, { outcome: 'SENT', platformId: null });
  expect((await visitor.send(`/sending/jobs/${id}`, 'retry')).status).toBe(303);
  await expect.poll(async () => (await visitor.open(`/sending/jobs/${id}`)).text).not.toContain('value="retry"');
});

test('a send is paused, resumed and cancelled, but not by an analyst', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const analyst = await visitorOf(app, client.owner, 'ANALYST');
  const { id } = await makeSend(client, 1);
  const set = (status: string) =>
    app.database.transaction((transaction) =>
      transaction.change(`UPDATE jobs SET status = ?, due_at = '2999-01-01 00:00:00.000' WHERE id = ?`, [status, id]),
    );
  await set('QUEUED');
  const path = `/sending/jobs/${id}`;

  expect((await visitor.open(path)).text).toContain('data-refresh');
  expect((await analyst.open(path)).text).not.toContain('value="pause"');
  expect((await analyst.send(path, 'pause')).status).toBe(403);
  expect(await statusOf(id)).toBe('QUEUED');
  expect((await visitor.send(path, 'pause')).location).toContain('done=pause');
  expect((await visitor.open(path)).text).toContain('value="resume"');
  expect((await visitor.send(path, 'resume')).status).toBe(303);
  await set('PAUSED');
  expect((await visitor.send(path, 'cancel')).status).toBe(303);
  expect(await statusOf(id)).toBe('CANCELLED');
});

test('messages are found by recipient, state and day', async () => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner);
  expect((await visitor.open('/sending/messages')).text).toContain('No messages yet');
  const integration = await makeIntegration(app.database, client.owner);
  const [ada = '', ben = ''] = await send(app.database, integration, ['ada@example.com', 'ben@example.com']);
  await change(app.database, ben, { createdAt: '2026-01-31 12:00:00.000' });
  const found = async (query: string) => {
    const { text } = await visitor.open(`/sending/messages?${query}`);
    return [ada, ben].map((id) => text.includes(id));
  };
  expect(await found('')).toEqual([true, true]);
  expect(await found('address=%20Ada@example.com')).toEqual([true, false]);
  expect(await found('from=2026-01-31&to=2026-01-31')).toEqual([false, true]);
  expect(await found('channel=SMS')).toEqual([false, false]);
  expect((await visitor.open('/sending/messages?from=soon')).text).toContain('is not valid and was ignored.');
  expect((await visitor.open('/sending/messages?status=FAILED')).text).toContain('No matching entries');
});

test('filters and cursors that somebody made up are refused as such', async () => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner);
  for (const address of [
    ...['/sending?status=NEW', '/sending?group=!', '/sending?after=x', '/sending/messages?after=x'],
    ...[
      '/sending/messages?job=!',
      '/sending/messages?channel=FAX',
      '/sending/push?after=x',
      '/sending/push?campaign=!',
    ],
    ...['/sending/jobs/1', '/sending/messages/1', '/sending/messages/1/html'],
    ...[`/sending/jobs/${newId('job')}`, `/sending/messages/${newId('message')}`],
  ]) {
    const { status } = await visitor.open(address);
    expect([400, 404], `${address} ${status}`).toContain(status);
  }
});

test('a message shows what was sent, with the email in a frame that runs nothing', async () => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner);
  const settings = { from: 'mail@bakery.example' } as never;
  const integration = await makeIntegration(app.database, client.owner, { provider: 'SMTP', settings });
  const content = { subject: hostile, body: `<b>${hostile}</b>`, format: 'HTML', firstName: hostile } as const;
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], content);

  const { text } = await visitor.open(`/sending/messages/${id}`);
  expect(text).toContain('Message to ada@example.com');
  expect(text).not.toContain(hostile);
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const mail = await visitor.open(`/sending/messages/${id}/html`);
  expect(mail.text).toContain(hostile);
  expect(mail.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(mail.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  const stranger = await visitorOf(app, (await app.client()).owner);
  expect((await stranger.open(`/sending/messages/${id}/html`)).status).toBe(404);
});

test('a failed message is sent again, and a message that cannot be says why', async () => {
  const client = await app.client();
  const marketer = await visitorOf(app, client.owner, 'MARKETER');
  const analyst = await visitorOf(app, client.owner, 'ANALYST');
  const { id } = await makeMessage(app.database, client.owner);
  const path = `/sending/messages/${id}`;

  expect((await analyst.open(path)).text).not.toContain('value="retry"');
  expect((await analyst.send(path, 'retry')).status).toBe(403);
  expect((await messageOf(app.database, id)).status).toBe('FAILED');
  expect((await marketer.send(path, 'retry')).location).toBe(`/console${path}?done=retry`);
  await change(app.database, id, { status: 'DELIVERED', dueAt: null });
  const { status } = await marketer.send(path, 'retry');
  expect(status).toBe(422);
});

test.each([
  ['en', 'The recipient opted out, so it was not sent.'],
  ['de', 'Der Empfänger hat sich abgemeldet. Deshalb wurde die Nachricht nicht gesendet.'],
])('in %s, a message to somebody who opted out says so in that language', async (language, reason) => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner, 'ANALYST', language);
  const { id } = await makeMessage(app.database, client.owner);
  await change(app.database, id, { status: 'SUPPRESSED', reason: optedOutReason });

  for (const path of ['/sending/messages', `/sending/messages/${id}`]) {
    const { text } = await visitor.open(path);
    expect(text.split(reason)).toHaveLength(2);
    expect(text).not.toContain(optedOutReason);
  }
  await change(app.database, id, { reason: 'Unsubscribed recipient (21610)' });
  expect((await visitor.open(`/sending/messages/${id}`)).text).toContain('Unsubscribed recipient (21610)');
});
