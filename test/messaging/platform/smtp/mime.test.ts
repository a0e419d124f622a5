import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { expect, test } from 'vitest';
import { type MimeMail, writeMime } from '../../../../src/messaging/platform/smtp/mime.ts';
import { seed } from '../../../support/arbitraries.ts';

const written = (mail: MimeMail) => writeMime(mail);
const composed = async (mail: MimeMail) => (await new MailComposer({ ...mail }).compile().build()).toString();

function mailWith(more: Partial<MimeMail> = {}): MimeMail {
  const unsubscribe = `https://example.com/u/msg_0123456789abcdef/${'0a'.repeat(22)}`;
  return {
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    from: { name: 'Bakery', address: 'mail@bakery.example' },
    to: { name: 'Ada', address: 'ada@example.com' },
    subject: 'Bread',
    messageId: '<msg_0123456789abcdef@bakery.example>',
    date: new Date('2026-11-22T09:05:07.123Z'),
    text: 'Hello Ada',
    html: '<p>Hello Ada</p>',
    baseBoundary: '0123456789abcdef',
    ...more,
  };
}

const words = fc.constantFrom(
  ...[
    'Ada',
    'a',
    ' ',
    '  ',
    '\t',
    '=',
    '==3D',
    '.',
    '..',
    '"',
    '\\',
    ',',
    ';',
    ':',
    '<',
    '>',
    '@',
    '-- ',
    '--',
    '_',
    '\0',
  ],
  ...[
    'ä',
    'ß',
    'Zoë',
    '日本語',
    'שלום',
    'e\u0301',
    '\u00a0',
    '\u00ad',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\x7f',
    '\x1b[31m',
  ],
  ...[
    '🥐',
    '👩‍👩‍👧‍👦',
    '\ud83e',
    '\udd50',
    '=?',
    '?=',
    '=?utf-8?Q?a?=',
    '=?utf-8?Q?a b?=',
    '=?utf-8?B?w6Q=?=',
    '=C3',
    '=\r\n',
  ],
  ...['Content-Type: text/plain', '----_NmP-0123456789abcdef-Part_1', 'Bcc: eve@example.com', 'From here'],
  ...['https://example.com/p/abcdefgh/0123456789abcdefghijk', '<a href="https://example.com/?a=1&amp;b=2">'],
);
const runs = fc
  .tuple(fc.constantFrom('x', 'ä', '🥐', '=', ' ', '.', 'ab ', 'a,'), fc.integer({ min: 1, max: 90 }))
  .map(([text, times]) => text.repeat(times));
const longRuns = fc.integer({ min: 990, max: 1002 }).map((times) => 'x'.repeat(times));
const breaks = fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n', '\n.\n');
const wholeOf = (...pieces: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...pieces), { maxLength: 40 }).map((found) => found.join(''));
const lines = wholeOf(words, runs);
const texts = wholeOf(words, runs, breaks, breaks, longRuns, fc.string({ unit: 'binary' })).map(
  (text) => text.replace(/[ \t]+$/, '') || 'x',
);

test('any mail has the same bytes as from the composer of nodemailer', async () => {
  const some = fc.record({ from: lines, to: lines, subject: lines, text: texts, html: texts });

  await fc.assert(
    fc.asyncProperty(some, async ({ from, to, ...more }) => {
      const mail = mailWith({
        from: { name: from, address: 'mail@bakery.example' },
        to: { name: to, address: "o'hara+a_b=c@example.com" },
        ...more,
      });
      expect(written(mail)).toBe(await composed(mail));
    }),
    { seed, numRuns: 600 },
  );
});

test.each([74, 75, 76, 77, 78, 151, 152, 153, 154, 997, 998, 999])(
  'lines of %i characters have the same bytes',
  async (length) => {
    for (const [start, end] of [
      ['', ''],
      ['.', ''],
      ['ä', ''],
      ['', 'ä'],
      ['', '🥐'],
      ['', '='],
      ['', ' x'],
      ['a b', ''],
    ]) {
      const line = `${start}${'x'.repeat(length - `${start}${end}`.length)}${end}`;
      const mail = mailWith({
        text: line,
        html: `<p>\n${line}\r\n${line}\n</p>`,
        subject: line,
        to: { name: line, address: 'a@example.com' },
      });
      expect(written(mail)).toBe(await composed(mail));
    }
  },
);

test.each([
  ['few special characters as quoted-printable', 'Grüße an Zoë', 'quoted-printable'],
  ['many of them in base64', 'Привет', 'base64'],
  ['short lines of ASCII unchanged', 'Hello\n.\nAda', '7bit'],
])('%s', async (_, text, encoding) => {
  const mail = mailWith({ text });

  expect(written(mail)).toBe(await composed(mail));
  expect(written(mail)).toContain(`Content-Transfer-Encoding: ${encoding}\r\n`);
});

test('the longest content is written, and a longer one is left to the composer', async () => {
  const longest = mailWith({ html: `<p>${'ä '.repeat(21_842)}</p>` });

  expect(Buffer.byteLength(longest.html)).toBe(65_533);
  expect(written(longest)).toBe(await composed(longest));
  expect(writeMime(mailWith({ html: `${longest.html}abcd` }))).toBeNull();
});

test.each([{ text: '' }, { html: '' }, { text: 'ends with a space ' }, { html: '<p>\t' }])(
  '%j is left to the composer',
  (more) => {
    expect(writeMime(mailWith(more))).toBeNull();
  },
);
