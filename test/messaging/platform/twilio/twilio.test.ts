import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TwilioSettings } from '../../../../src/messaging/platform/twilio/twilio.ts';
import { openTwilio } from '../../../../src/messaging/platform/twilio/twilio.ts';
import { openForTest, sms } from '../../../support/platforms.ts';
import { type TwilioBehaviour, TwilioServer } from '../../../support/twilio-server.ts';

const to = '+491701234567';
const openTo = (server: TwilioServer, more: Partial<TwilioSettings> = {}, timeoutMilliseconds = 5000) =>
  openForTest(
    openTwilio,
    { messagingServiceSid: null, ...server.settings, ...more },
    { outbound: { timeoutMilliseconds } },
  );

test('an SMS arrives unchanged, with the address for status reports', async () => {
  const server = await TwilioServer.startForTest();
  const text = 'Grüße & 100 % Brot 🥐\r\n=+?\n';

  const verdict = await openTo(server).send(sms({ to, text }));

  expect(verdict).toEqual({ outcome: 'SENT', platformId: server.messages[0]?.sid });
  expect(server.messages).toMatchObject([
    {
      ...{ to, body: text, from: '+15005550006', messagingServiceSid: null },
      statusCallback: expect.stringMatching(/^https:\/\/coupons\.example\.com\/hooks\/twilio\/int_\w{16}\/status$/),
    },
  ]);
});

test('a messaging service chooses the sender', async () => {
  const server = await TwilioServer.startForTest();

  await openTo(server, { from: null, messagingServiceSid: 'MG1' }).send(sms());

  expect(server.messages).toMatchObject([{ from: null, messagingServiceSid: 'MG1' }]);
});

describe('the response of the platform decides the outcome', () => {
  const table: [TwilioBehaviour, object][] = [
    [{ status: 429, code: 20429, message: 'Too many requests' }, { outcome: 'DEFERRED' }],
    [{ status: 500, code: 20500, message: 'Internal' }, { outcome: 'DEFERRED' }],
    [{ status: 503, text: '<html>down</html>' }, { outcome: 'DEFERRED' }],
    [{ status: 302, text: '' }, { outcome: 'DEFERRED' }],
    [{ status: 408, message: 'the request took too long' }, { outcome: 'DEFERRED' }],
    [{ status: 404, code: 20404, message: 'not found' }, { outcome: 'DEFERRED' }],
    [
      { status: 400, code: 21610, message: 'unsubscribed recipient' },
      { outcome: 'REFUSED', optedOut: true },
    ],
    [
      { status: 400, code: 21211, message: 'invalid To' },
      { outcome: 'REFUSED', badAddress: true },
    ],
    [
      { status: 400, code: 21614, message: 'not a mobile number' },
      { outcome: 'REFUSED', badAddress: true },
    ],
    [{ status: 400, code: 21606, message: 'From is not yours' }, { outcome: 'REFUSED' }],
    [{ status: 403, code: 21408, message: 'region not enabled' }, { outcome: 'REFUSED' }],
    [{ status: 400, text: 'not JSON' }, { outcome: 'REFUSED' }],
    [{ status: 400, text: 'null' }, { outcome: 'REFUSED' }],
  ];

  test.each(table)('%j', async (behaviour, expected) => {
    const server = await TwilioServer.startForTest();
    server.behaves.set(to, behaviour);

    const verdict = await openTo(server).send(sms({ to }));

    const { message = '', code = '' } = behaviour as { message?: string; code?: number };
    expect(verdict).toMatchObject({ ...expected, reason: expect.stringContaining(message) });
    expect(verdict).toMatchObject({ reason: expect.stringContaining(String(code)) });
    expect(Object.keys(verdict).sort()).toEqual(expect.arrayContaining(Object.keys(expected)));
    expect(server.messages).toEqual([]);
  });

  test('and the time of the next attempt', async () => {
    const server = await TwilioServer.startForTest();
    server.behaves.set(to, { status: 429, retryAfter: '120' });

    const verdict = await openTo(server).send(sms({ to }));

    const { retryAfter } = verdict as { retryAfter?: Date };
    expect(Math.abs((retryAfter?.getTime() ?? 0) - Date.now() - 120_000)).toBeLessThan(5000);
  });

  test.each([
    [{ status: 201, text: '{"sid":"SM1","status":"accepted"}' }, 'SM1'],
    [{ status: 200, text: '{}' }, null],
    [{ status: 202, text: 'taken' }, null],
  ])('%j counts as sent', async (behaviour, platformId) => {
    const server = await TwilioServer.startForTest();
    server.behaves.set(to, behaviour);

    expect(await openTo(server).send(sms({ to }))).toEqual({ outcome: 'SENT', platformId });
  });
});

describe('without a response', () => {
  test('an SMS that was not handed over is deferred', async () => {
    const server = await TwilioServer.startForTest();
    const platform = openTo(server);
    server.stop();

    expect(await platform.send(sms())).toEqual({ outcome: 'DEFERRED', reason: 'The host refused the connection.' });
  });

  test.each(['close', 'take and close', 'hang'] as const)('a handed-over SMS is unknown: %s', async (does) => {
    const server = await TwilioServer.startForTest();
    server.behaves.set(to, { does });

    expect(await openTo(server, {}, 300).send(sms({ to }))).toEqual({
      outcome: 'UNKNOWN',
      reason: 'The connection was lost before the platform confirmed or refused the SMS.',
    });
  });

  test('an SMS is not sent again over a kept connection', async () => {
    const server = await TwilioServer.startForTest();
    const platform = openTo(server);
    await platform.send(sms());
    server.behaves.set(to, { does: 'take and close' });

    expect(await platform.send(sms({ to }))).toMatchObject({ outcome: 'UNKNOWN' });
    expect(server).toMatchObject({ requests: 2, messages: { length: 2 } });
  });

  test('another kind of server makes the outcome unknown, never sent', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('220 mail.example.com ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    const settings = { baseUrl, accountSid: 'AC1', authToken: 'x', from: '+15005550006', messagingServiceSid: null };
    expect(await openForTest(openTwilio, settings).send(sms())).toMatchObject({ outcome: 'UNKNOWN' });
  });

  test('the platform refuses a private address', async () => {
    const server = await TwilioServer.startForTest();
    const settings = { messagingServiceSid: null, ...server.settings };

    const verdict = await openForTest(openTwilio, settings, { outbound: { allowedRanges: [] } }).send(sms());

    expect(verdict).toEqual({ outcome: 'DEFERRED', reason: expect.stringContaining('not a public address') });
    expect(server.requests).toBe(0);
  });
});

test('a wrong token defers the SMS and is not repeated', async () => {
  const server = await TwilioServer.startForTest();
  const platform = openTo(server, { authToken: 'unmistakable' });

  const notified = [await platform.send(sms()), await platform.check()];

  expect(notified).toEqual([
    {
      outcome: 'DEFERRED',
      reason: 'The platform did not accept the account and its token (401).',
      retryAfter: undefined,
    },
    'The platform did not accept the account and its token (401).',
  ]);
});

test('a token in a response of the platform is hidden', async () => {
  const server = await TwilioServer.startForTest();
  server.behaves.set(to, { status: 400, code: 21606, message: `what is ${server.authToken}?` });

  expect(await openTo(server).send(sms({ to }))).toMatchObject({
    reason: 'The platform responded with 400: what is …? (21606)',
  });
});

test('a check signs in and sends nothing', async () => {
  const server = await TwilioServer.startForTest();

  expect(await openTo(server).check()).toBeNull();
  expect(server.messages).toEqual([]);
});
