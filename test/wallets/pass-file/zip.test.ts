import { expect, test } from 'vitest';
import { zip } from '../../../src/wallets/pass-file/pass-file.ts';
import { unzip } from '../../support/pass-reader.ts';

test('an archive has the files, its texts compressed', () => {
  const text = Buffer.from('{"ä":"ä"}'.repeat(100));
  const picture = Buffer.alloc(1000, 7);

  const archive = zip(
    new Map([
      ['ä.json', text],
      ['icon.png', picture],
    ]),
  );

  expect([...unzip(archive)]).toEqual([
    ['ä.json', text],
    ['icon.png', picture],
  ]);
  expect(archive.length).toBeLessThan(picture.length + 400);
});

test('equal files make equal archives', () => {
  const files = new Map([['pass.json', Buffer.from('{}')]]);

  expect(zip(files)).toEqual(zip(files));
});
