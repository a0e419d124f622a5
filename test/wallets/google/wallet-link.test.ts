import { expect, test } from 'vitest';
import { readServiceAccount } from '../../../src/messaging/platform/google/service-account.ts';
import { walletLink } from '../../../src/wallets/google-pass/google-link.ts';
import { GoogleServer } from '../../support/google-server.ts';

const origin = 'https://coupons.example.com';

test('a link creates the object in the wallet of whoever opens it', async () => {
  const server = await GoogleServer.startForTest();
  const classId = `${server.issuerId}.cam_0a1b2c3d4e5f`;
  server.kept.set(`offerClass/${classId}`, { id: classId });
  const object = { id: `${server.issuerId}.pas_0a1b2c3d4e5f6g7h`, classId, state: 'ACTIVE' };

  const link = walletLink(readServiceAccount(server.serviceAccount), origin, { offerObjects: [object] });
  expect(server.save(link ?? '')).toEqual([object]);
  expect(server.kept.get(`offerObject/${object.id}`)).toEqual(object);
});

test('a link with a usual pass has at most 1,800 characters', async () => {
  const server = await GoogleServer.startForTest();
  const object = {
    id: `${server.issuerId}.pas_0a1b2c3d4e5f6g7h`,
    classId: `${server.issuerId}.loy_0a1b2c3d4e5f`,
    state: 'ACTIVE',
    accountId: 'usr_0a1b2c3d4e5f6g7h',
    accountName: 'Ada Lovelace',
    loyaltyPoints: { label: 'Stamps', balance: { string: '3/10' } },
    barcode: { type: 'QR_CODE', value: '0a1b2c3d4e5f6g7h8i9j0', alternateText: '0a1b2c' },
    validTimeInterval: { end: { date: '2026-12-31T22:59:59Z' } },
  };

  const link = walletLink(readServiceAccount(server.serviceAccount), origin, { loyaltyObjects: [object] });
  expect(link?.length).toBeLessThanOrEqual(1800);
});

test('a link that would be too long is not made', async () => {
  const server = await GoogleServer.startForTest();
  const objects = [{ id: `${server.issuerId}.x`, textModulesData: [{ body: 'x'.repeat(1500) }] }];

  expect(walletLink(readServiceAccount(server.serviceAccount), origin, { offerObjects: objects })).toBeNull();
});

test('a link contains no absent fields', async () => {
  const server = await GoogleServer.startForTest();
  const object = { id: `${server.issuerId}.x`, barcode: null, validTimeInterval: { start: null, end: { date: 'x' } } };

  const link = walletLink(readServiceAccount(server.serviceAccount), origin, { offerObjects: [object] });

  const [, claims = ''] = link?.split('.').slice(-3) ?? [];
  const { payload } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(payload.offerObjects).toEqual([{ id: object.id, validTimeInterval: { end: { date: 'x' } } }]);
});
