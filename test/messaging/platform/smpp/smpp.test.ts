import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSmpp } from '../../../../src/messaging/platform/smpp/smpp.ts';
import type { SmppSettings } from '../../../../src/messaging/platform/smpp/smpp-link.ts';
import { stopClocks } from '../../../support/clocks.ts';
import { Heard, openForTest, sms } from '../../../support/platforms.ts';
import { MessageCentre } from '../../../support/smpp-server.ts';
import { trustCertificate } from '../../../support/trust.ts';

trustCertificate();

const to = '+491701234567';
const number = to.slice(1);
function openTo(centre: MessageCentre, more: Partial<SmppSettings> = {}) {
  const receipts = new Heard();
  return { platform: openForTest(openSmpp, { ...centre.settings, ...more }, { receipts }), receipts };
}

describe('an SMS', () => {
  test('arrives with its sender and requests a report', async () => {
    const centre = await MessageCentre.startForTest();

    const verdict = await openTo(centre).platform.send(sms({ to, text: 'Brötchen für 1 € {heute} @Bäcker_' }));

    expect(verdict).toEqual({ outcome: 'SENT', platformId: 'm1' });
    expect(centre.parts).toMatchObject([
      {
        ...{ from: 'Bakery', fromType: 5, to: number, coding: 0, header: null, wantsReport: 1 },
        text: 'Brötchen für 1 € {heute} @Bäcker_',
      },
    ]);
  });

  test.each([
    ['+15005550006', { from: '15005550006', fromType: 1 }],
    ['12345', { from: '12345', fromType: 3 }],
    ['Bakery', { from: 'Bakery', fromType: 5 }],
    [null, { from: '', fromType: 0 }],
  ])('comes from %s', async (from, expected) => {
    const centre = await MessageCentre.startForTest();

    await openTo(centre, { from }).platform.send(sms());

    expect(centre.parts).toMatchObject([expected]);
  });

  test('with characters beyond GSM 03.38 is sent in UCS-2', async () => {
    const centre = await MessageCentre.startForTest();

    await openTo(centre).platform.send(sms({ text: 'Хлеб 🥐' }));

    expect(centre.parts).toMatchObject([{ coding: 8, text: 'Хлеб 🥐' }]);
  });

  test.each([
    ['160 characters', 'a'.repeat(160), 1],
    ['161 characters', 'a'.repeat(161), 2],
    ['80 characters of two units', '€'.repeat(80), 1],
    ['81 characters of two units', '€'.repeat(81), 2],
    ['70 of UCS-2', 'х'.repeat(70), 1],
    ['71 of UCS-2', 'х'.repeat(71), 2],
    ['emoji at the end of a part', `${'х'.repeat(66)}🥐${'х'.repeat(66)}🥐`, 3],
    ['1,000 characters', 'Grüße aus der Bäckerei. '.repeat(42).slice(0, 1000), 7],
  ])('of %s is sent in parts that can be joined again', async (_, text, parts) => {
    const centre = await MessageCentre.startForTest();

    const verdict = await openTo(centre).platform.send(sms({ text }));

    expect(verdict).toEqual({ outcome: 'SENT', platformId: `m${parts}` });
    expect(centre.parts).toHaveLength(parts);
    expect(centre.texts).toEqual([text]);
    const asked = centre.parts.map(({ wantsReport }) => wantsReport);
    expect(asked).toEqual([...Array(parts - 1).fill(2), 1]);
    if (parts > 1)
      expect(centre.parts.map(({ header }) => header?.part)).toEqual([...asked.keys()].map((key) => key + 1));
  });
});

describe('a connection', () => {
  test('uses TLS if the settings say so', async () => {
    const centre = await MessageCentre.startForTest({ tls: true });

    expect(await openTo(centre).platform.send(sms())).toMatchObject({ outcome: 'SENT' });
    expect(await openTo(centre, { tls: false }).platform.send(sms())).toMatchObject({ outcome: 'DEFERRED' });
  });

  test('carries many messages at once, within a window', async () => {
    const centre = await MessageCentre.startForTest();
    centre.milliseconds = 500;
    const { platform } = openTo(centre);

    const verdicts = await Promise.all(Array.from({ length: platform.parallel }, () => platform.send(sms())));

    expect(verdicts.every(({ outcome }) => outcome === 'SENT')).toBe(true);
    expect(centre).toMatchObject({ binds: 1, maxWaiting: platform.parallel });
  });

  test('is reopened after a loss, for incoming messages too', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    await platform.send(sms());

    centre.cut();

    await expect.poll(() => centre.binds).toBe(2);
    centre.reply(number, 'STOP');
    await expect.poll(() => receipts.replies).toEqual([[number, 'STOP']]);
    expect(await platform.send(sms())).toMatchObject({ outcome: 'SENT' });
  });

  test('with a wrong password defers the SMS and does not repeat the password', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre, { password: 'wrong' });

    const reason = 'The message center did not accept the system id and password (ESME_RINVPASWD).';
    expect(await platform.send(sms())).toEqual({ outcome: 'DEFERRED', reason });
    expect(await platform.check()).toBe(reason);
  });

  test('is not reopened immediately after a failure', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre, { port: (server.address() as AddressInfo).port });

    const verdicts = [];
    for (let count = 0; count < 5; count += 1) verdicts.push((await platform.send(sms())).outcome);

    expect(verdicts).toEqual(Array(5).fill('DEFERRED'));
    expect(connections).toBe(1);
  });

  test('is reopened after a refused bind and a pause, for incoming messages', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    centre.refusesBinds = 1;
    stopClocks('Date', 'setTimeout', 'clearTimeout');

    const reason = 'The message center did not accept the system id and password (ESME_RBINDFAIL).';
    expect(await platform.check()).toBe(reason);

    vi.advanceTimersByTime(999);
    expect(await platform.check()).toBe(reason);
    vi.advanceTimersByTime(1);
    await expect.poll(() => centre.boundSessions).toBe(1);
  });

  test('is closed and reopened after an unbind of the centre', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    await platform.send(sms());
    centre.keepsConnections = true;

    centre.say(unit(0x06));

    await expect.poll(() => centre.binds).toBe(2);
    expect(await platform.send(sms())).toMatchObject({ outcome: 'SENT' });
  });

  test('that the centre always closes is reopened only after a pause', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    centre.cutsBound = true;
    stopClocks('Date', 'setTimeout', 'clearTimeout');
    const reason = 'The connection to the message center was lost.';

    await platform.check();
    await expect
      .poll(() => {
        vi.advanceTimersByTime(90);
        return centre.binds;
      })
      .toBe(3);

    const [, second = 0, third = 0] = centre.boundAt;
    expect(third - second).toBeGreaterThanOrEqual(1000);
    // Until the platform knows that the third connection is closed, a message may be sent through it.
    await expect.poll(() => platform.send(sms())).toEqual({ outcome: 'DEFERRED', reason });
    expect(centre.binds).toBe(3);
  });

  test('that the centre floods processes a few messages at a time', async () => {
    const centre = await MessageCentre.startForTest();
    const receipts = new Heard();
    let [underWay, max, heard] = [0, 0, 0];
    receipts.replied = async () => {
      underWay += 1;
      max = Math.max(max, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      heard += 1;
    };
    const platform = openForTest(openSmpp, centre.settings, { receipts });
    await platform.send(sms());

    for (let count = 0; count < 2000; count += 1) centre.reply(number, 'STOP');

    await expect.poll(() => heard).toBe(2000);
    expect(max).toBeLessThanOrEqual(256);
    expect(await platform.send(sms())).toMatchObject({ outcome: 'SENT' });
  });

  test('defers the SMS when it cannot be made', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    await centre.stop();

    expect(await platform.send(sms())).toEqual({ outcome: 'DEFERRED', reason: 'The host refused the connection.' });
  });

  test('to a private address is refused', async () => {
    const centre = await MessageCentre.startForTest();
    const platform = openForTest(openSmpp, centre.settings, { outbound: { allowedRanges: [] } });

    expect(await platform.send(sms())).toEqual({
      outcome: 'DEFERRED',
      reason: expect.stringContaining('not a public address'),
    });
    expect(centre.binds).toBe(0);
  });

  test('ends with an unbind', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    expect(await platform.check()).toBeNull();
    expect(centre.boundSessions).toBe(1);

    await platform.close();

    await expect.poll(() => centre.boundSessions).toBe(0);
    expect(centre.binds).toBe(1);
  });

  test.each([
    ['random bytes', (socket: Socket) => socket.write(Buffer.alloc(64, 0xff))],
    ['an SMTP greeting', (socket: Socket) => socket.write('220 mail.example.com ESMTP\r\n')],
    ['nothing', (socket: Socket) => socket.end()],
  ])('to a server that sends %s defers the SMS', async (_, behave) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      behave(socket);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const centre = await MessageCentre.startForTest();

    const { platform } = openTo(centre, { port: (server.address() as AddressInfo).port });

    expect(await platform.send(sms())).toMatchObject({ outcome: 'DEFERRED' });
  });
});

/** A protocol unit that consists of a header only. */
function unit(command: number, length = 16): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(77, 12);
  return bytes;
}

describe('the next SMS goes out after an unsolicited unit of the centre', () => {
  test.each([
    ['enquire_link', unit(0x15)],
    ['alert_notification', unit(0x102)],
    ['outbind', unit(0x0b)],
    ['a bind', unit(0x09)],
    ['a submission', unit(0x04)],
    ['an unknown command', unit(0x7777)],
    ['a response without a request', unit(0x80000004)],
    ['generic_nack', unit(0x80000000)],
    ['an empty deliver_sm', unit(0x05)],
    ['unbind', unit(0x06)],
    ['a huge length', unit(0x05, 0x7fffffff)],
    ['random bytes', Buffer.alloc(64, 0xff)],
  ])('%s', async (_, bytes) => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    await platform.send(sms());

    centre.say(bytes);

    const outcome = async () => (await platform.send(sms())).outcome;
    await expect.poll(outcome).toBe('SENT');
  });
});

test('other work runs between the units of a centre that sends thousands at once', async () => {
  const centre = await MessageCentre.startForTest();
  const { platform } = openTo(centre);
  await platform.send(sms());
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));

  centre.say(Buffer.concat(Array.from({ length: 5000 }, () => unit(0x15))));

  // Responses come in the order of the units.
  expect(await platform.send(sms())).toMatchObject({ outcome: 'SENT' });
  expect(turns).toBeGreaterThan(5000 / 20);
});

describe('the response of the centre decides the outcome', () => {
  test.each([
    ['ESME_RTHROTTLED', { outcome: 'DEFERRED' }],
    ['ESME_RMSGQFUL', { outcome: 'DEFERRED' }],
    ['ESME_RSYSERR', { outcome: 'DEFERRED' }],
    ['ESME_RX_T_APPN', { outcome: 'DEFERRED' }],
    ['ESME_RINVDSTADR', { outcome: 'REFUSED', badAddress: true }],
    ['ESME_RINVSRCADR', { outcome: 'REFUSED' }],
    ['ESME_RSUBMITFAIL', { outcome: 'REFUSED' }],
    ['ESME_RX_R_APPN', { outcome: 'REFUSED' }],
  ])('%s', async (status, expected) => {
    const centre = await MessageCentre.startForTest();
    centre.behaves.set(number, { status });
    const { platform } = openTo(centre);

    expect(await platform.send(sms({ to }))).toEqual({
      ...expected,
      reason: `The message center responded with the status ${status}.`,
    });
    centre.behaves.clear();
    expect(await platform.send(sms({ to }))).toMatchObject({ outcome: 'SENT' });
  });

  test.each(['close', 'take and close'] as const)(
    'a connection that ends without a response makes the outcome unknown: %s',
    async (does) => {
      const centre = await MessageCentre.startForTest();
      centre.behaves.set(number, { does });
      const { platform } = openTo(centre);

      expect(await platform.send(sms({ to }))).toEqual({
        outcome: 'UNKNOWN',
        reason: 'The connection was lost before the message center confirmed or refused the SMS.',
      });
      expect(centre.parts).toHaveLength(does === 'close' ? 0 : 1);
      expect(await platform.send(sms({ to: '+491709999999' }))).toMatchObject({ outcome: 'SENT' });
    },
  );

  test('a later part is retried while the centre is busy, since the first is on its way', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    centre.behaves.set(number, { status: 'ESME_RTHROTTLED', times: 1, after: 1 });

    expect(await platform.send(sms({ to, text: 'a'.repeat(400) }))).toEqual({ outcome: 'SENT', platformId: 'm3' });
    expect(centre.texts).toEqual(['a'.repeat(400)]);
  });

  test('parts that went out without the others are reported and not sent again', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform } = openTo(centre);
    centre.behaves.set(number, { does: 'close', after: 1 });

    expect(await platform.send(sms({ to, text: 'a'.repeat(400) }))).toMatchObject({
      outcome: 'UNKNOWN',
      reason: expect.stringMatching(/^The message center accepted 1 of 3 parts\./),
    });
  });
});

describe('a report', () => {
  test.each([
    ['DELIVRD', 'DELIVERED', null],
    ['EXPIRED', 'FAILED', 'The message center reports: EXPIRED, error 000'],
    ['DELETED', 'FAILED', 'The message center reports: DELETED, error 000'],
    ['UNDELIV', 'FAILED', 'The message center reports: UNDELIV, error 000'],
    ['REJECTD', 'FAILED', 'The message center reports: REJECTD, error 000'],
  ])('%s is understood in the text and in parameters', async (state, notified, reason) => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    await platform.send(sms());
    const [part] = centre.parts;
    if (!part) throw new Error('nothing was sent');

    centre.report(part, state, { beside: false });
    centre.report(part, state);
    await expect.poll(() => centre.answers).toEqual([0, 0]);

    expect(receipts.receipts).toEqual([
      ['m1', notified, reason],
      ['m1', notified, reason],
    ]);
  });

  test('may be in parameters only', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    await platform.send(sms());

    centre.report(centre.parts[0] as never, 'UNDELIV', { inText: false });

    await expect.poll(() => receipts.receipts).toEqual([['m1', 'FAILED', 'The message center reports: UNDELIV']]);
  });

  test('of the last part confirms the delivery, and a report of any part confirms a failure', async () => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    const { platformId } = (await platform.send(sms({ text: 'a'.repeat(400) }))) as { platformId: string };
    const [first, second, third] = centre.parts as [never, never, never];

    centre.report(first, 'DELIVRD');
    centre.report(second, 'UNDELIV');
    centre.report(third, 'DELIVRD');
    await expect.poll(() => centre.answers).toHaveLength(3);

    expect(receipts.receipts.map(([id, state]) => [id, state])).toEqual([
      [platformId, 'FAILED'],
      [platformId, 'DELIVERED'],
    ]);
  });

  test.each(['ENROUTE', 'ACCEPTD'])('of an intermediate state is ignored: %s', async (state) => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    await platform.send(sms());

    centre.report(centre.parts[0] as never, state);

    await expect.poll(() => centre.answers).toEqual([0]);
    expect(receipts.receipts).toEqual([]);
  });

  test('that could not be stored is requested again', async () => {
    const centre = await MessageCentre.startForTest();
    const receipts = new Heard();
    receipts.received = () => Promise.reject(new Error('the database is away'));
    const platform = openForTest(openSmpp, centre.settings, { receipts });
    await platform.send(sms());

    centre.report(centre.parts[0] as never, 'DELIVRD');

    await expect.poll(() => centre.answers).toEqual([0x64]);
  });

  test.each([
    { esm_class: 4, short_message: '' },
    { esm_class: 4, short_message: 'id: stat:' },
    { esm_class: 4, short_message: 'id:m1 stat:NONSENSE' },
    { esm_class: 4, receipted_message_id: 'm1', message_state: 99 },
    { esm_class: 0x20, source_addr: '1', short_message: 'id:m1 stat:DELIVRD' },
    { source_addr: '', short_message: 'STOP' },
  ])('or reply that makes no sense is accepted without an effect: %j', async (fields) => {
    const centre = await MessageCentre.startForTest();
    const { platform, receipts } = openTo(centre);
    await platform.send(sms());

    centre.deliver(fields);

    await expect.poll(() => centre.answers).toEqual([0]);
    expect([receipts.receipts, receipts.replies]).toEqual([[], []]);
  });
});

test.each(['STOP', 'Bitte STOPP ä', 'Хлеб'])('a reply arrives as it was written: %s', async (text) => {
  const centre = await MessageCentre.startForTest();
  const { platform, receipts } = openTo(centre);
  await platform.send(sms());

  centre.deliver({
    source_addr: number,
    source_addr_ton: 1,
    short_message: text,
    data_coding: text === 'Хлеб' ? 8 : 0,
  });

  await expect.poll(() => receipts.replies).toEqual([[number, text]]);
});

test.each([
  [0, undefined],
  [1, 'INTERNATIONAL'],
  [2, 'NATIONAL'],
  [3, 'OTHER'],
  [5, 'OTHER'],
])('a reply arrives with the type of its number: %i is %s', async (ton, type) => {
  const centre = await MessageCentre.startForTest();
  const { platform, receipts } = openTo(centre);
  await platform.send(sms());

  centre.deliver({ source_addr: '15122222006', source_addr_ton: ton, short_message: 'STOP' });

  await expect.poll(() => receipts.types).toEqual([type]);
  expect(receipts.replies).toEqual([['15122222006', 'STOP']]);
});
