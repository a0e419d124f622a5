import fc from 'fast-check';
import DataStream from 'nodemailer/lib/smtp-connection/data-stream';
import { expect, test } from 'vitest';
import { dataOf } from '../../../../src/messaging/platform/smtp/smtp-data.ts';
import { seed } from '../../../support/arbitraries.ts';

test('any content is transferred as by nodemailer, and only its end is a line with a single dot', async () => {
  const content = fc
    .array(fc.constantFrom('a', ' ', '.', '..', '\r', '\n', '\r\n', '\r\n.\r\n', '\n.\n', '\r.\r', '\u2028.'), {
      minLength: 1,
    })
    .map((pieces) => pieces.join(''));

  await fc.assert(
    fc.asyncProperty(content, async (given) => {
      const stream = new DataStream();
      stream.end(given);
      const data = dataOf(given);
      expect(data).toBe(Buffer.concat(await stream.toArray()).toString());
      expect(data.indexOf('\r\n.\r\n')).toBe(data === '.\r\n' ? -1 : data.length - 5);
      expect(data.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
    { seed, numRuns: 1000 },
  );
});
