import { expect, onTestFinished, test } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { ApnsClient } from '../../../src/messaging/platform/apple/apns-client.ts';
import { type ApnsSettings, isGone, verdictOfFailure } from '../../../src/messaging/platform/apple/apns-connection.ts';
import { ApnsServer } from '../../support/apns-server.ts';
import { certificate } from '../../support/certificate.ts';
import { appleSettings, intermediateCertificate } from '../../support/pass-certificates.ts';
import { Receiver } from '../../support/receiver.ts';
import { trustCertificate } from '../../support/trust.ts';

trustCertificate();

test('tells a device with the certificate of the pass type', async () => {
  const server = await ApnsServer.startForTest();

  expect(await open(server).notify('a1b2')).toEqual({ outcome: 'NOTIFIED' });
  const [push] = server.pushes;
  expect(push).toMatchObject({ token: 'a1b2', body: '{}' });
  expect(push?.headers).toMatchObject({
    'apns-topic': 'pass.example.bakery',
    'apns-push-type': 'alert',
    'apns-priority': '10',
  });
  expect(Number(push?.headers['apns-expiration'])).toBeGreaterThan(Date.now() / 1000 + 23 * 3600);
});

test('thousands of devices share two connections, with as many streams as Apple allows', async () => {
  const server = await ApnsServer.startForTest({ streams: 100 });
  const client = open(server);
  const tokens = Array.from({ length: 3000 }, (_, index) => `device${index}`);

  const verdicts = await Promise.all(tokens.map((token) => client.notify(token)));
  expect(verdicts.every(({ outcome }) => outcome === 'NOTIFIED')).toBe(true);
  expect(new Set(server.tokens)).toEqual(new Set(tokens));
  expect(server.connections).toBeLessThanOrEqual(2);
  expect(server.maxStreams).toBeLessThanOrEqual(100);
});

test('a device that waits for its turn is told once, however often it is to be told', async () => {
  const server = await ApnsServer.startForTest();
  const client = open(server);

  const verdicts = await Promise.all([client.notify('same'), client.notify('same'), client.notify('same')]);
  expect(verdicts).toEqual(Array(3).fill({ outcome: 'NOTIFIED' }));
  expect(server.tokens).toEqual(['same']);
  await client.notify('same');
  expect(server.tokens).toEqual(['same', 'same']);
});

test.each([
  [410, 'Unregistered', { outcome: 'GONE', since: new Date(1_790_000_000_000) }],
  [410, 'ExpiredToken', { outcome: 'GONE', since: new Date(1_790_000_000_000) }],
  [400, 'BadDeviceToken', { outcome: 'GONE', since: null }],
  [400, 'DeviceTokenNotForTopic', { outcome: 'GONE', since: null }],
  [400, 'TopicDisallowed', { outcome: 'MISCONFIGURED' }],
  [400, 'BadTopic', { outcome: 'MISCONFIGURED' }],
  [403, 'BadCertificate', { outcome: 'MISCONFIGURED' }],
  [403, 'Forbidden', { outcome: 'MISCONFIGURED' }],
  [429, 'TooManyRequests', { outcome: 'DEFERRED' }],
  [500, 'InternalServerError', { outcome: 'DEFERRED' }],
  [503, 'ServiceUnavailable', { outcome: 'DEFERRED' }],
  [503, 'Shutdown', { outcome: 'DEFERRED' }],
  [400, 'IdleTimeout', { outcome: 'DEFERRED' }],
])('%i %s', async (status, reason, verdict) => {
  const server = await ApnsServer.startForTest();
  server.behaves.set('token', { status, reason, timestamp: 1_790_000_000_000 });

  expect(await open(server).notify('token')).toMatchObject(verdict);
});

test('the wait that Apple asks for is passed on', async () => {
  const server = await ApnsServer.startForTest();
  server.behaves.set('token', { status: 429, reason: 'TooManyRequests', retryAfter: '60' });

  const verdict = await open(server).notify('token');
  expect(verdict).toMatchObject({ outcome: 'DEFERRED', reason: 'Apple responded with 429 (TooManyRequests).' });
  expect(verdict.outcome === 'DEFERRED' && Number(verdict.retryAfter) - Date.now()).toBeGreaterThan(50_000);
});

test('a device is gone only if Apple noticed it after the device registered', () => {
  const noticed = new Date('2026-11-20T12:00:00Z');
  const verdict = { outcome: 'GONE' as const, since: noticed };

  expect(isGone(verdict, new Date('2026-11-20T11:59:59Z'))).toBe(true);
  expect(isGone(verdict, noticed)).toBe(false);
  expect(isGone(verdict, new Date('2026-11-20T12:00:01Z'))).toBe(false);
  expect(isGone({ outcome: 'GONE', since: null }, new Date())).toBe(true);
  expect(isGone({ outcome: 'NOTIFIED' }, new Date(0))).toBe(false);
});

test('after a GOAWAY in the middle, the devices that Apple did not take are deferred, and a new connection opens', async () => {
  const server = await ApnsServer.startForTest({ streams: 50 });
  server.goawayAfter = 120;
  const client = open(server);
  const left = new Set(Array.from({ length: 1000 }, (_, index) => `device${index}`));

  while (left.size > 0)
    await Promise.all(
      [...left].map(async (token) => {
        const verdict = await client.notify(token);
        if (verdict.outcome === 'NOTIFIED') left.delete(token);
        else expect(verdict.outcome).toBe('DEFERRED');
      }),
    );
  expect(new Set(server.tokens).size).toBe(1000);
  expect(server.connections).toBeGreaterThan(2);
});

test.each(['reset', 'cut', 'goaway'] as const)('a request that ends in a %s is deferred', async (does) => {
  const server = await ApnsServer.startForTest();
  server.behaves.set('token', { does, times: 1 });
  const client = open(server);

  expect(await client.notify('token')).toMatchObject({ outcome: 'DEFERRED' });
  expect(await client.notify('token')).toEqual({ outcome: 'NOTIFIED' });
});

test('a connection that ends because of the certificate says so', async () => {
  const server = await ApnsServer.startForTest();
  server.behaves.set('token', { does: 'goaway', reason: 'BadCertificate' });

  expect(await open(server).notify('token')).toMatchObject({ outcome: 'MISCONFIGURED' });
});

const { privateKey: passKey } = appleSettings();

test.each([
  ['expired', { certificate: appleSettings({ days: -1 }).certificate, key: passKey }],
  ['not made by Apple', { certificate: certificate.cert, key: certificate.key }],
])('a certificate that is %s is the fault of the configuration', async (_, bad) => {
  const server = await ApnsServer.startForTest();

  expect(await open(server, bad).notify('token')).toEqual({
    outcome: 'MISCONFIGURED',
    reason: 'Apple did not accept the certificate of the passes (BadCertificate).',
  });
});

test.each([
  'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_REVOKED',
  'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
])('a handshake that ends in %s is the fault of the configuration', (code) => {
  const error = Object.assign(new Error('handshake'), { code });

  expect(verdictOfFailure(error, () => '')).toMatchObject({ outcome: 'MISCONFIGURED' });
});

test('a connection that ends after the handshake defers all devices, and is not repeated for each', async () => {
  const server = await ApnsServer.startForTest({ refusesHandshake: true });
  const client = open(server, { certificate: certificate.cert, key: certificate.key });

  const verdicts = await Promise.all(Array.from({ length: 100 }, (_, index) => client.notify(`device${index}`)));
  expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['DEFERRED']));
  expect(server.handshakes).toBe(1);
});

test('nobody can be told while no connection opens', async () => {
  const server = await ApnsServer.start();
  const client = open(server);
  server.stop();

  const verdicts = await Promise.all(['a', 'b', 'c'].map((token) => client.notify(token)));
  expect(verdicts).toEqual(
    Array(3).fill({ outcome: 'DEFERRED', reason: 'The host refused the connection.', retryAfter: null }),
  );
});

test('a host at a private address is refused', async () => {
  const server = await ApnsServer.startForTest();

  const verdict = await open(server, {}, []).notify('token');
  expect(verdict).toMatchObject({ outcome: 'DEFERRED', reason: expect.stringContaining('not a public address') });
  expect(server.connections).toBe(0);
});

test('a host that speaks no HTTP/2 is refused', async () => {
  const { url } = await Receiver.start(certificate);

  expect(await open({ port: Number(new URL(url).port) }).check()).toMatch(/protocol/);
});

test('check finds out whether Apple accepts the certificate, and tells nobody', async () => {
  const server = await ApnsServer.startForTest({ refusesHandshake: false });
  server.behaves.set('0'.repeat(64), { status: 400, reason: 'BadDeviceToken' });

  expect(await open(server).check()).toBeNull();
  expect(await open(server, { topic: 'pass.example.other' }).check()).toBe(
    'Apple did not accept the certificate of the passes (TopicDisallowed).',
  );
  expect(server.pushes).toEqual([]);
});

function open(
  { port }: { port: number },
  settings: Partial<ApnsSettings> = {},
  allowedRanges: string[] = ['127.0.0.0/8'],
): ApnsClient {
  const outbound = new Outbound({ allowInsecure: false, allowedRanges });
  const { certificate, privateKey: key } = appleSettings();
  const chain = certificate + intermediateCertificate;
  const client = new ApnsClient(
    { host: '127.0.0.1', port, certificate: chain, key, topic: 'pass.example.bakery', ...settings },
    outbound,
  );
  onTestFinished(() => client.close());
  return client;
}
