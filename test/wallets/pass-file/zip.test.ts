import { expect, test } from 'vitest';
import { zip } from '../../../src/wallets/pass-file/zip.ts';

test('an archive has the bytes that another writer makes', () => {
  const archive = zip(new Map([['ä', Buffer.from('123456789')]]));

  // Made by Python's zipfile, with the same time and without the attributes of an operating system.
  expect(archive.toString('hex')).toBe(
    [
      '504b0304140000080000000021282639f4cb090000000900000002000000c3a4313233343536373839',
      '504b01021400140000080000000021282639f4cb0900000009000000020000000000000000000000000000000000c3a4',
      '504b0506000000000100010030000000290000000000',
    ].join(''),
  );
});
