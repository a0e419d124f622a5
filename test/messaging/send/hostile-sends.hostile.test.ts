import type { Email } from 'postal-mime';
import { describe, expect, inject, test } from 'vitest';
import { addEmails } from '../../../src/accounts/account/email-balance.ts';
import { deliverable } from '../../../src/kernel/values/email-address.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { MailServer } from '../../support/smtp-server.ts';

const app = useAppWithBackground();

interface Sending {
  client: Client;
  coupon: string;
  directory: string;
  server: MailServer;
}

/** Makes an account with a mail server and an email balance for directories. */
async function connected(emailBody: string | null = null): Promise<Sending> {
  const server = await MailServer.startForTest();
  const client = await app.client();
  const settings = { username: null, password: null, from: 'Bakery <mail@bakery.example>', ...server.settings };
  await makeIntegration(app.database, client.owner, { provider: 'SMTP', settings });
  await app.database.transaction((transaction) => addEmails(transaction, client.owner.account.id, 1000));
  const coupon = await makeCoupon(app.database, client.owner, { emailBody });
  const directory = await makeDirectory(app.database, client.owner);
  return { client, coupon: coupon.id, directory: directory.id, server };
}

const ada = 'ada@example.com';

/** The ways to send an email, by REST and by GraphQL, with REST fields. */
const doors = {
  'a coupon by REST': ({ client, coupon }: Sending, fields: object) =>
    client.rest('/v3/send/email', { campaign: coupon, email: ada, ...fields }),
  'a directory by REST': ({ client, directory }: Sending, fields: object) =>
    client.rest(`/v4/directory/${directory}/send/email`, { email: ada, ...fields }),
  'a coupon by GraphQL': ({ client, coupon }: Sending, fields: Record<string, unknown>) => {
    const { firstname, lastname, ...rest } = fields;
    const names = {
      ...('firstname' in fields && { firstName: firstname }),
      ...('lastname' in fields && { lastName: lastname }),
    };
    return client.graphql('mutation ($input: SendCouponEmailInput!) { sendCouponEmail(input: $input) { duplicate } }', {
      input: { coupon, email: ada, ...names, ...rest },
    });
  },
  'a directory by GraphQL': ({ client, directory }: Sending, fields: Record<string, unknown>) => {
    const { button_text, ...rest } = fields;
    return client.graphql(
      'mutation ($input: SendDirectoryEmailInput!) { sendDirectoryEmail(input: $input) { duplicate } }',
      { input: { directory, email: ada, ...rest, ...('button_text' in fields && { buttonText: button_text }) } },
    );
  },
};

/** The fields that the caller controls. */
const fieldsOf = (door: string) =>
  door.includes('coupon')
    ? ['email', 'subject', 'firstname', 'lastname']
    : ['email', 'from', 'subject', 'body', 'button_text'];

const all = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000b', '\0', '\r\n\r\n', '%0d%0a', '=0D=0A', '\\r\\n'];
const breaks = inject('isThorough') ? all : all.slice(0, 2);
const header = 'Bcc: eve@evil.example';
const injections = [
  ...breaks.map((line) => `ada@example.com${line}${header}`),
  ...breaks.map((line) => `${line}${header}${line}${line}<b>body</b>`),
  `=?utf-8?Q?Ada=0D=0A${header}?=`,
  `Ada>\r\nRCPT TO:<eve@evil.example>\r\nDATA`,
];

const known = new Set(
  'from to subject message-id date mime-version content-type list-unsubscribe list-unsubscribe-post content-transfer-encoding'.split(
    ' ',
  ),
);

/** Expects a well-formed mail, independently of its text. */
function expectHarmless(mail: Email, to: string): void {
  expect(mail.headers.map(({ key }) => key).filter((key) => !known.has(key))).toEqual([]);
  expect(mail.to?.map(({ address }) => address)).toEqual([to]);
  expect([mail.cc ?? [], mail.bcc ?? []]).toEqual([[], []]);
  expect(mail.text?.trim()).toBeTruthy();
  expect(mail.html?.trim()).toBeTruthy();
}

describe.each(Object.entries(doors))('%s', (door, send) => {
  test.each(fieldsOf(door))('is refused or correctly sent with line breaks in %s', async (field) => {
    const sending = await connected();
    const answers = await Promise.all(injections.map((value) => send(sending, { [field]: value })));

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { mails } = sending.server;
    expect(mails.map(({ to }) => to)).toEqual(mails.map(() => [ada]));
    const mayRefuse = field === 'email' || field === 'from';
    if (!mayRefuse) expect(mails).toHaveLength(injections.length);
    for (const mail of await sending.server.parsed()) {
      expectHarmless(mail, ada);
      expect(mail.subject ?? '').not.toMatch(/[\r\n]/);
    }
  });
});

test('names stored in a session are harmless too', async () => {
  const sending = await connected();
  const { client, server } = sending;
  const { session, couponId } = await makeSession(app.database, client.owner, {
    firstName: `Eve\r\n${header}`,
    lastName: '"><script>alert(1)</script>',
  });

  const { status } = await client.rest('/v3/send/email', { campaign: couponId, email: ada, couponsession: session });
  expect(status).toBe(200);
  const [mail] = await server.parsed();
  expectHarmless(mail as Email, ada);
  expect(mail?.to).toEqual([{ name: `Eve ${header} "><script>alert(1)</script>`, address: ada }]);
  expect(mail?.html).toContain(`Hello Eve ${header} &quot;&gt;&lt;script&gt;`);
});

test('HTML in names is escaped everywhere', async () => {
  const { client, coupon, server } = await connected(
    '<p title="[LASTNAME]">Hello [FIRSTNAME] [LASTNAME]</p><a href="https://x.example/?n=[LASTNAME]">x</a> [URL]',
  );
  const names = { firstname: '<img src=x onerror=alert(1)>', lastname: `" onclick="alert(1)' x=&amp;` };
  await client.rest('/v3/send/email', { campaign: coupon, email: ada, ...names });

  const [mail] = await server.parsed();
  expect(mail?.html).toContain(
    'Hello &lt;img src=x onerror=alert(1)&gt; &quot; onclick=&quot;alert(1)&#39; x=&amp;amp;',
  );
  expect(mail?.html).toMatch(/<p title="[^"<>]*">Hello/);
  expect(mail?.html).toMatch(
    /<a href="https:\/\/x\.example\/\?n=%22%20onclick%3D%22alert\(1\)(&#39;|%27)%20x%3D%26amp%3B">/,
  );
  expect(mail?.html).not.toMatch(/<img|<script/);
  expect(mail?.text).toContain(`Hello ${names.firstname} ${names.lastname}`);
});

describe('recipients', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+news@EXAMPLE.com', 'Ada.Lovelace+news@example.com'],
    ["o'brien!#$%&*/=?^_`{|}~-@example.com", "o'brien!#$%&*/=?^_`{|}~-@example.com"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    [`${'a'.repeat(64)}@${'b'.repeat(60)}.example`, `${'a'.repeat(64)}@${'b'.repeat(60)}.example`],
    [' ada@example.com ', 'ada@example.com'],
  ])('%s receives the mail', async (email, recipient) => {
    const { client, coupon, server } = await connected();

    const { status } = await client.rest('/v3/send/email', {
      campaign: coupon,
      email,
      firstname: 'Ada, "the" <first>',
    });
    expect(status).toBe(200);
    // The server shows internationalised domains in Unicode.
    expect(server.mails.map(({ to }) => to.map(deliverable))).toEqual([[recipient]]);
    const [mail] = await server.parsed();
    expectHarmless(mail as Email, recipient);
    expect(mail?.to?.[0]?.name).toBe('Ada, "the" <first>');
  });

  test.each([
    'a@b@c',
    '"ada lovelace"@example.com',
    '"<eve@evil.example>"@example.com',
    'eve@evil.example, ada@example.com',
    'eve@evil.example ada@example.com',
    '<ada@example.com>',
    'ada@example.com>',
    'ada(comment)@example.com',
    'ädä@example.com',
    'ada@exa mple.com',
    'ada@[127.0.0.1]',
    'ada@localhost',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(126)}example`,
    '@example.com',
    'ada@',
  ])('%j is refused by REST and GraphQL, and nothing is stored', async (email) => {
    const { client, coupon, server } = await connected();

    expect((await client.rest('/v3/send/email', { campaign: coupon, email })).codes).toEqual([305]);
    const { errors } = await doors['a coupon by GraphQL']({ client, coupon, server, directory: '' }, { email });
    expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'email' });
    expect(server.mails).toEqual([]);
    expect(await app.database.rows('SELECT id FROM messages WHERE campaign_id = ?', [coupon])).toEqual([]);
  });
});

test.each([
  ['Zoë Çelik', 'Grüße aus Köln – für Sie 🥐'],
  ['سلمى', 'مرحبا'],
  ['李', '你好'.repeat(100)],
  ['🧑‍🍳'.repeat(12), '🥐'.repeat(100)],
  ['A'.repeat(100), 'x'.repeat(200)],
])('a name such as %s and a subject such as %s arrive unchanged', async (firstname, subject) => {
  const { client, coupon, server } = await connected();

  const { status } = await client.rest('/v3/send/email', { campaign: coupon, email: ada, firstname, subject });
  expect(status).toBe(200);
  const [mail] = await server.parsed();
  expect([mail?.to?.[0]?.name, mail?.subject]).toEqual([firstname, subject]);
  expect(mail?.text).toContain(`Hello ${firstname},`);
});

test('bodies with SMTP syntax arrive completely, as text and as HTML', async () => {
  const { client, directory, server } = await connected();
  const body = `First\n.\n..\n.end\nQUIT\n${'long '.repeat(5000)}\nLast: äöü [URL]`;
  await client.rest(`/v4/directory/${directory}/send/email`, { email: ada, body, type: 'text' });

  const [mail] = await server.parsed();
  const text = mail?.text?.replace(/\r\n/g, '\n') ?? '';
  expect(text).toContain(`First\n.\n..\n.end\nQUIT\n${'long '.repeat(5000).trimEnd()}`);
  expect(text).toContain('Last: äöü http');
  expect(mail?.html?.replace(/\r\n/g, '\n')).toContain('First<br>\n.<br>\n..<br>\n.end<br>\nQUIT<br>');
});

test('a mail has a text and an HTML version, its own id, and unsubscribe headers', async () => {
  const { client, coupon, server } = await connected();
  const { body } = await client.rest('/v3/send/email', { campaign: coupon, email: ada, firstname: 'Ada' });

  const [mail] = await server.parsed();
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('message-id')).toContain(body.message_id);
  expect(headers.get('list-unsubscribe')).toMatch(/<http.+>/);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('content-type')).toMatch(/^multipart\/alternative/);
  expect(mail?.from).toEqual({ name: 'Bakery', address: 'mail@bakery.example' });
  expect(mail?.text).toContain(`/${body.single_use_code}`);
  expect(mail?.html).toContain(`/${body.single_use_code}"`);
});
