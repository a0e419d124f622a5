import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSmtp } from '../../../../src/messaging/platform/smtp/smtp.ts';
import type { SmtpSettings } from '../../../../src/messaging/platform/smtp/smtp-connections.ts';
import { startNameServer } from '../../../support/name-server.ts';
import { email, openForTest } from '../../../support/platforms.ts';
import { MailServer, type Misbehaviour } from '../../../support/smtp-server.ts';
import { trustCertificate } from '../../../support/trust.ts';

trustCertificate();

const credentials = { username: 'bakery', password: 'correct horse' };
const settingsOf = (given: Partial<SmtpSettings>): SmtpSettings => ({
  ...{ host: '127.0.0.1', port: 25, security: 'NONE', username: null, password: null, from: null },
  ...given,
});
const openTo = (server: MailServer, more: Partial<SmtpSettings> = {}) =>
  openForTest(openSmtp, settingsOf({ ...server.settings, ...more }));

describe('a mail', () => {
  test('has a text, an HTML and all headers', async () => {
    const server = await MailServer.startForTest();
    const message = email({
      from: { name: 'Bäckerei „Brot“', address: 'mail@bakery.example' },
      to: { name: 'Zoë 🥐', address: 'zoe@example.com' },
      subject: '20 % auf Brötchen 🥐',
      text: 'Grüße\n.\nan Zoë\n',
      html: '<p>Grüße an <b>Zoë</b></p>',
    });

    const verdict = await openTo(server).send(message);

    expect(verdict).toEqual({ outcome: 'SENT', platformId: '250 2.0.0 Ok: queued as 1' });
    const [mail] = await server.parsed();
    expect(mail).toMatchObject({
      from: { name: 'Bäckerei „Brot“', address: 'mail@bakery.example' },
      to: [{ name: 'Zoë 🥐', address: 'zoe@example.com' }],
      subject: '20 % auf Brötchen 🥐',
      text: expect.stringContaining('Grüße\n.\nan Zoë'),
      html: expect.stringContaining('<p>Grüße an <b>Zoë</b></p>'),
      messageId: `<${message.id}@bakery.example>`,
      date: expect.any(String),
    });
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers).toMatchObject({
      'list-unsubscribe': '<https://coupons.example.com/u/abc>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'content-type': expect.stringMatching(/^multipart\/alternative/),
    });
    expect(server.mails).toMatchObject([{ from: 'mail@bakery.example', to: ['zoe@example.com'] }]);
  });

  test('goes to the ASCII form of a domain', async () => {
    const server = await MailServer.startForTest();

    await openTo(server).send(
      email({
        from: { name: null, address: 'mail@bäckerei.example' },
        to: { name: null, address: 'ada@bücher.example' },
      }),
    );

    const raw = String(server.mails[0]?.raw);
    expect(raw).toMatch(/^From: mail@xn--bckerei-5wa\.example\r$/m);
    expect(raw).toMatch(/^To: ada@xn--bcher-kva\.example\r$/m);
    expect(raw).toMatch(/^Message-ID: <msg_\w+@xn--bckerei-5wa\.example>\r$/m);
  });

  const injection = 'x\r\nBcc: victim@example.com\r\n\r\nbody';
  test.each([
    ['the subject', { subject: injection }],
    ['the name of the sender', { from: { name: injection, address: 'mail@bakery.example' } }],
    ['the name of the recipient', { to: { name: injection, address: 'ada@example.com' } }],
    ['a single line feed', { subject: 'x\nBcc: victim@example.com' }],
    ['a single carriage return', { subject: 'x\rBcc: victim@example.com' }],
    [
      'other line breaks',
      { subject: 'x\u2028Bcc: victim@example.com\u0085Bcc: victim@example.com\u000bBcc: victim@example.com' },
    ],
    ['the unsubscribe address', { unsubscribeUrl: 'https://example.com/u\r\nBcc: victim@example.com' }],
    ['the text', { text: injection }],
    ['the HTML', { html: injection }],
  ])('gets no additional header from %s', async (_, more) => {
    const server = await MailServer.startForTest();

    const verdict = await openTo(server).send(email(more));

    expect(verdict).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toMatchObject([{ to: ['ada@example.com'] }]);
    const [mail] = await server.parsed();
    const names = mail?.headers.map(({ key }) => key).sort();
    expect(names).toEqual([
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    expect(mail?.to).toHaveLength(1);
  });

  test.each([
    'ada@example.com>\r\nRCPT TO:<victim@example.com',
    'ada@example.com\r\nDATA',
    'ada@example.com> SIZE=1',
    'a@b@c',
    'nobody',
    '',
  ])('to %j is refused before any command', async (address) => {
    const server = await MailServer.startForTest();

    expect(await openTo(server).send(email({ to: { name: null, address } }))).toEqual({
      outcome: 'REFUSED',
      reason: 'The mail cannot be composed: invalid email address',
    });
    expect(await openTo(server).send(email({ from: { name: null, address } }))).toMatchObject({ outcome: 'REFUSED' });
    expect(server.connections).toBe(0);
  });
});

describe('a connection', () => {
  test.each(['TLS', 'STARTTLS'] as const)('is encrypted with %s before the sign-in', async (security) => {
    const server = await MailServer.startForTest({ security, credentials });

    expect(await openTo(server).send(email())).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toMatchObject([{ secure: true, user: 'bakery' }]);
  });

  test('is not used when STARTTLS is required and missing', async () => {
    const server = await MailServer.startForTest({ security: 'NONE' });

    const verdict = await openTo(server, { security: 'STARTTLS' }).send(email());

    expect(verdict).toEqual({ outcome: 'DEFERRED', reason: expect.stringMatching(/STARTTLS/i) });
    expect(server.mails).toEqual([]);
  });

  test('carries several mails in sequence', async () => {
    const server = await MailServer.startForTest();
    const platform = openTo(server);

    for (let count = 0; count < 20; count += 1) await platform.send(email());

    expect([server.mails.length, server.connections]).toEqual([20, 1]);
  });

  test('counts towards a limit: the number of mails that the platform sends in parallel', async () => {
    const server = await MailServer.startForTest({ milliseconds: 20 });
    const platform = openTo(server);

    await Promise.all(Array.from({ length: platform.parallel }, () => platform.send(email())));
    await Promise.all(Array.from({ length: platform.parallel }, () => platform.send(email())));

    expect(server).toMatchObject({ connections: platform.parallel, maxOpen: platform.parallel });
  });

  test('is replaced at once when the server closed it while idle', async () => {
    const server = await MailServer.startForTest();
    const platform = openTo(server);
    await platform.send(email());

    server.cut();

    expect(await platform.send(email())).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toHaveLength(2);
  });

  test.each([
    ['MAIL', true],
    ['RCPT', true],
    ['MAIL', false],
    ['RCPT', false],
  ] as const)('is replaced at once when the server ends it at %s (pipelining: %s)', async (at, pipelining) => {
    const server = await MailServer.startForTest({ pipelining });
    server.mailsPerConnection = { max: 3, at };
    const platform = openTo(server);

    const verdicts = [];
    for (let count = 0; count < 10; count += 1) verdicts.push(await platform.send(email()));

    expect(verdicts.filter(({ outcome }) => outcome !== 'SENT')).toEqual([]);

    expect([server.mails.length, server.connections]).toEqual([10, 4]);
  });

  test('ends with the platform', async () => {
    const server = await MailServer.startForTest();
    const platform = openTo(server);
    await platform.send(email());

    await platform.close();

    await expect.poll(() => server.open).toBe(0);
  });

  test.each([
    ['wrong credentials', { password: 'wrong battery' }],
    ['no credentials', { username: null, password: null }],
  ])('with %s defers the mail and does not repeat them', async (_, wrong) => {
    const server = await MailServer.startForTest({ security: 'STARTTLS', credentials });

    const platform = openTo(server, wrong);
    const verdict = await platform.send(email());

    expect(verdict).toEqual({
      outcome: 'DEFERRED',
      reason: expect.stringMatching(/^The mail server did not accept the user name and password \(53[05]\)\.$/),
    });
    expect(JSON.stringify([verdict, await platform.check()])).not.toContain('wrong battery');
  });

  test('to a private address is refused, also by name', async () => {
    const server = await MailServer.startForTest();
    const { lookup } = await startNameServer({ 'mail.example.com': [['127.0.0.1']] });
    const to = (host: string) =>
      openForTest(openSmtp, settingsOf({ ...server.settings, host }), { outbound: { lookup, allowedRanges: [] } });

    expect(await to('127.0.0.1').send(email())).toEqual({
      outcome: 'DEFERRED',
      reason: expect.stringContaining('not a public address'),
    });
    // Not where the name leads: customers must not learn the names and addresses of the internal network.
    expect(await to('mail.example.com').send(email())).toEqual({
      outcome: 'DEFERRED',
      reason: 'The host name is unknown or does not lead to a public address.',
    });
    expect(server.connections).toBe(0);
  });

  test('by name requires a certificate for that name', async () => {
    const server = await MailServer.startForTest({ security: 'TLS' });
    const { lookup } = await startNameServer({ 'mail.example.com': [['127.0.0.1']] });
    const allowedRanges = ['127.0.0.0/8', '::1/128'];
    const to = (host: string) =>
      openForTest(openSmtp, settingsOf({ ...server.settings, host }), { outbound: { lookup, allowedRanges } });

    expect(await to('localhost').send(email())).toMatchObject({ outcome: 'SENT' });
    expect(await to('mail.example.com').send(email())).toMatchObject({ outcome: 'DEFERRED' });
    expect(server.mails).toHaveLength(1);
  });
});

describe.each([true, false])('the response of the server decides the outcome (pipelining: %s)', (pipelining) => {
  const [deferred, refused, badAddress] = [
    { outcome: 'DEFERRED' },
    { outcome: 'REFUSED' },
    { outcome: 'REFUSED', badAddress: true },
  ];
  const at = (where: 'RCPT' | 'END' | 'MAIL', code: number, message: string): Misbehaviour => ({
    at: where,
    code,
    message,
  });

  test.each([
    [at('RCPT', 450, '4.2.1 mailbox busy'), { ...deferred, ofRecipient: true }],
    [at('RCPT', 451, 'greylisted'), { ...deferred, ofRecipient: true }],
    [at('RCPT', 421, '4.3.2 shutting down'), deferred],
    [at('RCPT', 550, '5.1.1 no such user'), badAddress],
    [at('RCPT', 550, 'no such user'), badAddress],
    [at('RCPT', 553, '5.1.3 bad address syntax'), badAddress],
    [at('RCPT', 550, '5.2.1 mailbox disabled'), badAddress],
    [at('RCPT', 552, '5.2.2 mailbox full'), refused],
    [at('RCPT', 554, '5.7.1 relay access denied'), refused],
    [at('RCPT', 550, '5.7.606 your network is blocked'), refused],
    [at('END', 451, '4.3.0 try later'), deferred],
    [at('END', 452, '4.3.1 no space'), deferred],
    [at('END', 554, '5.6.0 looks like spam'), refused],
    [at('END', 550, '5.1.1 no such user'), refused],
  ])('%j', async (answer, expected) => {
    const server = await MailServer.startForTest({ pipelining });
    server.misbehaves.set('ada@example.com', answer);
    const platform = openTo(server);

    const verdict = await platform.send(email());

    expect(verdict).toEqual({
      ...expected,
      reason: expect.stringContaining('message' in answer ? answer.message : ''),
    });
    // The connection carries the next mail.
    server.misbehaves.clear();
    expect(await platform.send(email())).toMatchObject({ outcome: 'SENT' });
    expect(server.mails).toHaveLength(1);
  });

  test.each([
    [550, '5.1.8 <mail@bakery.example>: Sender address rejected: Domain not found'],
    [550, '5.1.1 <mail@bakery.example>: Sender address rejected: User unknown'],
    [550, '5.1.7 bad sender address'],
    [550, '5.7.1 <ada@example.com>: Relay access denied'],
    [550, '5.4.5 hourly sending quota exceeded'],
    [550, '5.7.23 SPF validation failed'],
    [550, '5.0.0 no such user'],
    [550, 'relay not permitted'],
    [550, 'Sender verify failed'],
    [550, 'Verification failed for <mail@bakery.example>: no such user'],
    [550, 'your account is disabled'],
    [550, 'your IP address is on a blocklist'],
    [550, 'Invalid HELO name'],
    [550, 'account exceeded its hourly quota'],
    [550, 'administrative prohibition'],
    [554, 'Recipient address rejected: Access denied'],
    [553, 'sorry, that domain is not in my list of allowed rcpthosts'],
    [501, 'invalid address syntax'],
    [503, 'no such user: bad sequence of commands'],
    [552, 'mailbox unavailable'],
    [550, '5.2.1 The user is receiving mail at a rate that prevents additional messages'],
    [550, '5.2.1 The user you are trying to contact is receiving mail too quickly'],
    [550, '5.1.1 Authentication required: unknown user'],
    [554, '5.1.1 Recipient is not in the allowed list of this trial'],
    [550, '5.1.2 domain of the originator does not exist'],
    [550, 'Return path mailbox does not exist'],
    [550, 'reverse-path mailbox unknown'],
    [550, 'Callout verification failed: no such user'],
    [550, 'Subscription expired, account inactive'],
    [550, 'This customer account is inactive'],
    [550, 'Requested action not taken: mailbox unavailable, invalid DNS MX record'],
  ])('a refusal that does not speak of the recipient opts nobody out: %i %s', async (code, message) => {
    const server = await MailServer.startForTest({ pipelining });
    server.misbehaves.set('ada@example.com', at('RCPT', code, message));

    expect(await openTo(server).send(email())).toEqual({ ...refused, reason: expect.stringContaining(message) });
  });

  test.each([
    [550, '5.1.1 <ada@example.com>: Recipient address rejected: User unknown in relay recipient table'],
    [550, '5.1.2 bad destination domain'],
    [551, '5.1.6 mailbox has moved'],
    [556, '5.1.10 recipient domain accepts no mail'],
    [550, 'User unknown'],
    [550, '<ada@example.com>: this account is disabled'],
    [550, '<ada@example.com>: mailbox does not exist'],
    [550, 'sorry, no mailbox here by that name'],
    [550, 'unrouteable address'],
    [554, "delivery error: dd This user doesn't have a yahoo.com account"],
  ])('a refusal that says that nobody is there opts the recipient out: %i %s', async (code, message) => {
    const server = await MailServer.startForTest({ pipelining });
    server.misbehaves.set('ada@example.com', at('RCPT', code, message));

    expect(await openTo(server).send(email())).toMatchObject(badAddress);
  });

  test.each([
    [at('MAIL', 451, '4.7.0 slow down'), deferred],
    [at('MAIL', 550, '5.7.1 not your domain'), refused],
    [at('MAIL', 530, '5.7.0 sign in first'), deferred],
  ])('for the sender: %j', async (answer, expected) => {
    const server = await MailServer.startForTest({ pipelining });
    server.misbehaves.set('mail@bakery.example', answer);

    expect(await openTo(server).send(email())).toMatchObject(expected);
  });

  test('a connection that ends before the mail began defers it', async () => {
    const server = await MailServer.startForTest({ pipelining });
    server.misbehaves.set('ada@example.com', { at: 'RCPT', does: 'close' });

    expect(await openTo(server).send(email())).toMatchObject(deferred);
  });

  test.each(['close', 'take and close'] as const)(
    'a connection that ends without the final response makes the outcome unknown: %s',
    async (does) => {
      const server = await MailServer.startForTest({ pipelining });
      server.misbehaves.set('ada@example.com', { at: 'END', does });
      const platform = openTo(server);

      expect(await platform.send(email())).toEqual({
        outcome: 'UNKNOWN',
        reason: 'The connection was lost before the mail server confirmed or refused the mail.',
      });
      expect(server.mails).toHaveLength(does === 'close' ? 0 : 1);
      expect(await platform.send(email({ to: { name: null, address: 'bob@example.com' } }))).toMatchObject({
        outcome: 'SENT',
      });
    },
  );

  test('a reused connection that ends makes the outcome unknown too', async () => {
    const server = await MailServer.startForTest({ pipelining });
    const platform = openTo(server);
    await platform.send(email());
    server.misbehaves.set('ada@example.com', { at: 'END', does: 'close' });

    expect(await platform.send(email())).toMatchObject({ outcome: 'UNKNOWN' });
    expect(server.mails).toHaveLength(1);
  });
});

function flood(socket: Socket, text: string): void {
  const more = () => {
    while (socket.writable && socket.write(text.repeat(10_000)));
    socket.once('drain', more);
  };
  more();
}

describe('a server that is not a mail server defers the mail', () => {
  test.each([
    ['closes at once', (socket: Socket) => socket.end()],
    ['refuses every client', (socket: Socket) => socket.end('554 5.3.2 no service here\r\n')],
    ['speaks another protocol', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['sends random bytes', (socket: Socket) => socket.end(Buffer.from([0, 255, 13, 10, 0, 13, 10]))],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['sends an endless greeting', (socket: Socket) => flood(socket, '220-')],
    ['sends empty lines without end', (socket: Socket) => flood(socket, '\r\n')],
  ])('when it %s', async (_, behave) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      behave(socket);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const verdict = await openForTest(openSmtp, settingsOf({ port })).send(email());

    expect(verdict).toMatchObject({ outcome: 'DEFERRED' });
  });
});
