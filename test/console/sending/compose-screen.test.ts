import { expect, test } from 'vitest';
import { addOptOut } from '../../../src/messaging/opt-out/opt-out.ts';
import { TestPlatforms } from '../../messaging/test-platforms.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeContacts, makeGroup } from '../../support/make-contacts.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { visitorOf } from './console-visitor.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

async function connected(): Promise<Client> {
  const client = await app.client();
  const settings = { from: 'mail@bakery.example' } as never;
  for (const channel of ['EMAIL', 'EMAIL_SERVICE'] as const)
    await makeIntegration(app.database, client.owner, { channel, provider: 'SMTP', settings });
  for (const channel of ['SMS', 'SMS_SERVICE'] as const) await makeIntegration(app.database, client.owner, { channel });
  return client;
}

/** Makes a group of three contacts, one of whom has opted out. */
async function regulars({ owner }: Client) {
  const group = await makeGroup(app.database, owner, { name: 'Regulars' });
  const addresses = ['ada@example.com', 'ben@example.com', 'gone@example.com'];
  await makeContacts(
    app.database,
    group,
    addresses.map((address) => ({ address })),
  );
  const { id: accountId } = owner.account;
  const gone = { accountId, channel: 'EMAIL', address: 'gone@example.com', reason: 'REQUESTED' } as const;
  await app.database.transaction((transaction) => addOptOut(transaction, gone));
  return group;
}

const path = '/sending/new';

test('a preview shows the message and how many of a group it reaches, and keeps what was typed', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner, { name: 'Rye' });
  const group = await regulars(client);

  const fields = { campaign: coupon.id, group: group.id, channel: 'EMAIL', subject: 'For [NAME]', body: 'Hi [URL]' };
  const { status, text } = await visitor.send(path, 'preview', fields);

  expect(status).toBe(200);
  expect(text).toContain('value="For [NAME]"');
  expect(text).toContain('Hi [URL]</textarea>');
  expect(text).toContain('Send to the group (2)');
  expect(text).toContain(`${app.url}/p/${coupon.code}/`);
  expect(platforms.of(client.owner.account)).toEqual([]);
});

test('what was checked is sent to the group, once, and leads to the send', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await regulars(client);
  const fields = { campaign: coupon.id, group: group.id, channel: 'EMAIL', body: 'Hi [URL]', _once: 'one' };

  const first = await visitor.send(path, 'sendGroup', fields);
  const again = await visitor.send(path, 'sendGroup', fields);

  expect([first.status, first.location]).toEqual([303, again.location]);
  expect(first.location).toMatch(/\/console\/sending\/jobs\/job_\w{16}\?done=sending\.new\.sendGroup$/);
  await expect.poll(() => platforms.of(client.owner.account).length).toBe(2);
});

test('a test keeps the preview and the button that sends to the group, whether it is accepted or refused', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await regulars(client);
  const fields = { campaign: coupon.id, group: group.id, channel: 'EMAIL', body: 'Hi [URL]' };
  const optOut = { accountId: client.owner.account.id, channel: 'EMAIL', address: visitor.email } as const;

  const accepted = await visitor.send(path, 'test', fields);
  await app.database.transaction((transaction) => addOptOut(transaction, { ...optOut, reason: 'REQUESTED' }));
  const refused = await visitor.send(path, 'test', fields);

  expect([accepted.status, refused.status]).toEqual([200, 422]);
  expect(accepted.text).toContain(`A test was sent to ${visitor.email}.`);
  for (const { text } of [accepted, refused]) {
    expect(text).toContain(`Hi ${app.url}/p/${coupon.code}/`);
    expect(text).toContain('Send to the group (2)');
    expect(text).toContain('Send a test to me');
  }
});

test('one person gets a message, and a test goes to the person who writes it', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner);
  const fields = { campaign: coupon.id, channel: 'EMAIL', address: 'ada@example.com', body: 'Hi [URL]' };

  expect((await visitor.send(path, 'preview', fields)).text).toContain('Send now');
  const { text } = await visitor.send(path, 'test', fields);
  expect(text).toContain(`A test was sent to ${visitor.email}.`);
  expect(text).toContain('Hi [URL]</textarea>');
  const { location } = await visitor.send(path, 'sendOne', fields);
  expect(location).toMatch(/\/console\/sending\/messages\/msg_\w{16}/);
  const received = platforms.of(client.owner.account) as { to: { address: string } }[];
  expect(received.map(({ to }) => to.address)).toEqual([visitor.email, 'ada@example.com']);
});

test('problems stand at their fields, nothing typed is lost and nothing is sent', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const { id: campaign } = await makeCoupon(app.database, client.owner);
  const directory = await makeDirectory(app.database, client.owner);
  const group = await regulars(client);
  const attempts: [Record<string, string>, string][] = [
    [
      { campaign, channel: 'EMAIL', address: 'nobody', body: 'Kept' },
      'Enter an email address, or for an SMS a phone number',
    ],
    [{ campaign, channel: 'SMS', subject: 'S', body: 'Kept' }, 'Only an email has a subject.'],
    [
      { campaign: directory.id, channel: 'EMAIL', group: group.id, body: 'Kept' },
      'Loyalty cards and directories can only be sent to one person. Choose a campaign.',
    ],
    [{ campaign: 'cam_000000000000', channel: 'EMAIL', body: 'Kept' }, 'This campaign does not exist'],
    [{ campaign: '', channel: 'EMAIL', body: 'Kept' }, 'preview--campaign-problem'],
    [{ campaign, channel: 'FAX', body: 'Kept' }, 'Please choose one of these.'],
  ];
  for (const [fields, problem] of attempts) {
    for (const form of ['preview', 'sendOne']) {
      const { status, text } = await visitor.send(path, form, fields);
      expect([status, form, problem]).toEqual([422, form, problem]);
      expect(text).toContain(problem);
      expect(text).toContain('Kept</textarea>');
    }
  }
  expect(platforms.of(client.owner.account)).toEqual([]);
});

test('text of strangers stays text, and the design of an email has a policy of its own', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const hostile = '<script>alert(1)</script>';
  const coupon = await makeCoupon(app.database, client.owner, { name: hostile });
  await makeGroup(app.database, client.owner, { name: `"${hostile}` });
  const fields = { campaign: coupon.id, channel: 'EMAIL', firstName: hostile, body: `Hi [FIRSTNAME] ${hostile}` };

  const { text, headers } = await visitor.send(path, 'preview', fields);
  expect(text).not.toContain(hostile);
  expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  const mail = await visitor.send('/sending/new/html', '', fields);
  expect(mail.status).toBe(200);
  const policy = mail.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toContain('allow-scripts');
});

test('while somebody types, nothing is counted and no button sends', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner);
  const group = await regulars(client);
  const fields = { campaign: coupon.id, group: group.id, channel: 'EMAIL', live: '1' };
  const { text } = await visitor.send(path, 'preview', fields);
  expect(text).toContain('ada@example.com');
  expect(text).not.toContain('Send to the group (2)');
  expect(text).not.toContain('value="sendGroup"');
});

test('a locked coupon is shown, but no button sends it', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner, { locked: true });
  const { text } = await visitor.send(path, 'preview', { campaign: coupon.id, channel: 'EMAIL' });
  expect(text).toContain('This message cannot be sent.');
  expect(text).not.toContain('value="test"');
});

test('an account without campaigns learns what to do first, and a link chooses a campaign', async () => {
  const client = await connected();
  const visitor = await visitorOf(app, client.owner, 'MARKETER', 'de');
  expect((await visitor.open(path)).text).toContain('Es gibt noch nichts zu senden');
  const coupon = await makeCoupon(app.database, client.owner);
  await makeCoupon(app.database, client.owner);
  expect((await visitor.open(`${path}?campaign=${coupon.id}`)).text).toContain(`<option value="${coupon.id}" selected`);
  expect((await visitor.open(`${path}?campaign=nonsense`)).status).toBe(200);
  const { id } = await makeCoupon(app.database, client.owner, { name: 'Brezel' });
  const found = (await visitor.open(`${path}?find=brez`)).text;
  expect([found.includes(id), found.includes(coupon.id)]).toEqual([true, false]);
  expect((await visitor.open(`${path}?find=%20%20`)).status).toBe(200);
});

test('an analyst neither opens the screen nor reads designs of strangers, and nobody does without signing in', async () => {
  const client = await connected();
  const analyst = await visitorOf(app, client.owner, 'ANALYST');
  const coupon = await makeCoupon(app.database, client.owner);
  expect((await analyst.open(path)).status).toBe(403);
  expect((await analyst.send(path, 'test', { campaign: coupon.id })).status).toBe(403);
  const stranger = await visitorOf(app, (await connected()).owner);
  expect((await stranger.send('/sending/new/html', '', { campaign: coupon.id, channel: 'EMAIL' })).status).toBe(404);
  const answer = await fetch(`${app.url}/console/sending/new/html`, {
    ...{ method: 'POST', body: new URLSearchParams({ campaign: coupon.id }) },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.status).toBe(401);
});
