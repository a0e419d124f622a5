import { expect, onTestFinished, test, vi } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { publicKey, type RootKey, RootKeys, verifyCallback } from '../../../src/wallets/google/callback.ts';
import { stopClocks } from '../../support/clocks.ts';
import { genuineCallbacks, genuineIssuer, genuineRoot } from '../../support/genuine-callbacks.ts';
import { GoogleServer } from '../../support/google-server.ts';

const report = { classId: '1.cam_1', objectId: '1.pas_1', eventType: 'save' as const };

test.each(genuineCallbacks)('a genuine callback of Google is verified', (callback) => {
  const expiry = JSON.parse(callback.signedMessage).expTimeMillis;
  const keys = [{ key: publicKey(genuineRoot), expiresAt: new Date('2100-01-01') }] as RootKey[];
  const verify = (issuerId: string, at: number) => verifyCallback(callback, issuerId, keys, new Date(at));

  const { classId, objectId, eventType, nonce } = JSON.parse(callback.signedMessage);
  const verified = { classId, objectId, eventType, nonce, expiresAt: new Date(expiry) };
  expect(verify(genuineIssuer, expiry - 1)).toEqual(verified);
  expect(verify(genuineIssuer, expiry)).toBeNull();
  expect(verify('3388000000022141778', expiry - 1)).toBeNull();
});

test('a callback of the issuer is verified with the keys that Google lists', async () => {
  const { server, verify } = await start();

  const callback = server.callback({ ...report, nonce: 'n' });
  expect(await verify(callback)).toMatchObject({ ...report, nonce: 'n', expiresAt: expect.any(Date) });
});

const changes: [string, (callback: ReturnType<GoogleServer['callback']>) => unknown][] = [
  ['another message', (one) => ({ ...one, signedMessage: one.signedMessage.replace('save', 'del') })],
  ['another signature', (one) => ({ ...one, signature: one.intermediateSigningKey.signatures[0] })],
  ['a signature that is none', (one) => ({ ...one, signature: 'x' })],
  ['no signature', ({ signature: _, ...one }) => one],
  ['another protocol', (one) => ({ ...one, protocolVersion: 'ECv1' })],
  ['no signature of the key', (one) => withKey(one, { signatures: [] })],
  ['a list of signatures that is none', (one) => withKey(one, { signatures: 'x' })],
  ['another key', (one) => withKey(one, { signedKey: one.intermediateSigningKey.signedKey.replace(/\d/, '7') })],
  ['no key', ({ intermediateSigningKey: _, ...one }) => one],
  ['nothing', () => null],
  ['a text', () => 'x'],
];

test.each(changes)('a callback with %s is refused', async (_, change) => {
  const { server, verify } = await start();

  expect(await verify(change(server.callback(report)))).toBeNull();
});

test('a callback from another sender, for another issuer, expired, or with an expired key is refused', async () => {
  const { server, verify } = await start();

  expect(await verify(server.callback(report, { sender: 'GoogleWalletPasses' }))).toBeNull();
  expect(await verify(server.callback(report, { recipient: '1' }))).toBeNull();
  expect(await verify(server.callback({ ...report, expTimeMillis: Date.now() - 1 }))).toBeNull();
  expect(await verify(server.callback(report, { keyExpiration: Date.now() - 1 }))).toBeNull();
  expect(await verify(server.callback(report, { keyExpiration: Number.NaN }))).toBeNull();
});

test('root keys are fetched once, and again at most once a minute when they do not fit', async () => {
  stopClocks('Date');
  const { server, verify } = await start();
  const verifies = async () => (await verify(server.callback(report))) !== null;

  expect(await Promise.all([verifies(), verifies(), verifies()])).toEqual([true, true, true]);
  expect(server.rootKeyFetches).toBe(1);
  server.rotateKeys();
  expect(await verifies()).toBe(false);
  expect(server.rootKeyFetches).toBe(1);
  vi.advanceTimersByTime(61_000);
  expect(await verifies()).toBe(true);
  expect(server.rootKeyFetches).toBe(2);
});

test('while the root keys cannot be fetched, no callback is verified', async () => {
  const { server, verify } = await start();
  const callback = server.callback(report);
  server.stop();

  expect(await verify(callback)).toBeNull();
});

function withKey(callback: ReturnType<GoogleServer['callback']>, change: object) {
  return { ...callback, intermediateSigningKey: { ...callback.intermediateSigningKey, ...change } };
}

async function start() {
  const server = await GoogleServer.startForTest();
  const outbound = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] });
  onTestFinished(() => outbound.close());
  const keys = new RootKeys(outbound, server.keysUrl);
  const verify = (body: unknown) => keys.verifiedBy((rootKeys) => verifyCallback(body, server.issuerId, rootKeys));
  return { server, verify };
}
