import { expect, onTestFinished, test, vi } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { publicKey, type RootKey, verifyCallback } from '../../../src/wallets/google/callback.ts';
import { RootKeys } from '../../../src/wallets/google/root-keys.ts';
import { GoogleServer } from '../../support/google-server.ts';

const report = { classId: '1.cam_1', objectId: '1.pas_1', eventType: 'save' as const };

/**
 * Callbacks that Google sent in 2024 and 2025, from the tests of `edutap.wallet_google` (github.com/edutap-eu), in the
 * spelling that was signed. Their root key is the only key that the signatures of both, and of a third callback in the
 * documentation of `Ecv2DotNet`, lead to.
 */
const genuine = [
  {
    signature: 'MEYCIQCyuBQo/Dao7yUBDUWK12ATFBDkUfJUnropjOaPbPiKEwIhAKXNiVrbNmydpEVIxXRz5z36f8HV2Meq/Td6tqt2+DYO',
    intermediateSigningKey: {
      signedKey:
        '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE3JpSX3AU53vH+IpWBdsbqrL7Ey67QSERsDUztFt8q7t7PzVkh14SeYeokI1zSZiVAWnx4tXD1tCPbrvfFGB8OA\\u003d\\u003d","keyExpiration":"1735023986000"}',
      signatures: ['MEUCIQD3IBTpRM45gpno9Remtx/FiDCOJUp45+C+Qzw6IrgphwIgJijXISc+Ft8Sj9eXNowzuYyXyWlgKAE+tVnN24Sek5M='],
    },
    protocolVersion: 'ECv2SigningOnly',
    signedMessage:
      '{"classId":"3388000000022141777.pass.gift.dev.edutap.eu","objectId":"3388000000022141777.9fd4e525-777c-4e0d-878a-b7993e211997","eventType":"save","expTimeMillis":1734366082269,"count":1,"nonce":"c1359b53-f2bb-4e8f-b392-9a560a21a9a0"}',
  },
  {
    signature: 'MEUCIQC+xKva1ydmNwJJiP2HJJWsteUe02ztTDKExzcWIpmlywIgJwD4HUYvZJg/cr1OL21vVKr0b2ZXt79NblCQ1V18zsc=',
    intermediateSigningKey: {
      signedKey:
        '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKb256ssDdmf7DokZ7jsMtAvjiTX2HF1ay8QR1sSA+gFpC/ChhRwVdMEVJTaoAP1MIH38QWtqShiQ63zROaKtgQ\\u003d\\u003d","keyExpiration":"1759996807000"}',
      signatures: ['MEUCIDd7rXh7qgJZ7YSlQiXG2zOdZUT5XlMSUPu3RfyV3p2CAiEApxrIwTmRVig93FVJUC6bSWdQXMqata5sHenKsVYreUk='],
    },
    protocolVersion: 'ECv2SigningOnly',
    signedMessage:
      '{"classId":"3388000000022141777.lib.edutap.eu","objectId":"3388000000022141777.6b4cbd15-0de7-4fe8-95f6-995a51b4595e.object","eventType":"del","expTimeMillis":1759331348143,"count":1,"nonce":"1a9e3df0-ec10-4a17-8b39-89d2d7f48e3b"}',
  },
] as const;
const genuineIssuer = '3388000000022141777';
const genuineRoot =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEs/J7ghdwu4/b6NvqzQebS+Z80FEP8ZlGdAdWDUjfPeBKaV+YOWW0l6U/4IGXnfY9NrsND1fwxAqRq0unR/LCIg==';

test.each(genuine)('a genuine callback of Google is verified', (callback) => {
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
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
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
