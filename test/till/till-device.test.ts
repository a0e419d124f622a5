import { expect, test } from 'vitest';
import { isUsable, keptBy, pairingToken } from '../../src/till/desk/till-device.ts';
import type { Device, KeptRedemption } from '../../src/till/desk/till-shapes.ts';

const till = {
  ...{ id: 'til_1', name: 'Counter', redeemsAtOnce: false, asksForMoney: false, fields: [] },
  ...{ offlineRedemption: 'ACCEPT' as const, location: null },
};
const device: Device = { id: 'til_1', secret: 's', till, account: 'Bakery', isRevoked: false };
const kept = (code: string, tillId: string): KeptRedemption => ({
  ...{ code, tillId, tillName: 'Counter', scannedAt: '2026-11-26T10:00:00.000Z', key: code },
  ...{ typed: {}, session: null, failures: 0, refused: null },
});

test('what a device has taken belongs to the till that it was then, also after that till is paired again', () => {
  const all = [kept('one', 'til_1'), kept('two', 'til_2'), kept('three', 'til_1')];

  expect(keptBy({ id: 'til_1' }, all).map(({ code }) => code)).toEqual(['one', 'three']);
  expect(keptBy({ id: 'til_2' }, all).map(({ code }) => code)).toEqual(['two']);
  expect(keptBy({ id: 'til_3' }, all)).toEqual([]);
});

test('only a paired device that is not revoked is usable, and asks before it becomes another till', () => {
  expect([null, { ...device, isRevoked: true }, device].map(isUsable)).toEqual([false, false, true]);
});

test.each([
  ['#pair=abc', 'abc'],
  ['https://shop.example/till#pair=abc', 'abc'],
  [' https://shop.example/till#pair=abc\n', 'abc'],
  ['#pair=', null],
  ['ABC-123', null],
])('the pairing link %j has the token %j', (text, token) => {
  expect(pairingToken(text)).toBe(token);
});
