import { expect, test } from 'vitest';
import { withoutPersonal } from '../../src/personal-data/erased-json.ts';
import { mentions, spellingsOf, without } from '../../src/personal-data/sought-person.ts';

const who = { jobId: 'job_0000000000000000', accountId: 'acc_0000000000000000', key: 'k', otherPhoneKeys: [] };
const ada = { ...who, email: 'ada+rye@example.com', phone: null };
const umlaut = { ...who, email: 'ada@xn--bcher-kva.example', phone: null };
const byPhone = { ...who, email: null, phone: '+493012345678' };

test.each([
  'ada+rye@example.com',
  'Write to <ADA+Rye@Example.com>.',
  '/people?email=ada%2Brye%40example.com&page=2',
  '/people?to=Ada%20%3Cada%2Brye%40example.com%3E',
  '"ada+rye@example.com"',
  'mailto:ada+rye@example.com',
  'ada+rye&#64;example.com',
  "{'ada+rye@example.com'}",
  '{"to":"ada\\u002Brye\\u0040example.com"}',
  '[{"deep":{"ada+rye@example.com":1}}]',
])('%s names the email address', (text) => {
  expect(mentions(ada, text)).toBe(true);
});

test.each([
  null,
  '',
  'ada+rye@example.community',
  'ada+rye@example.com.au',
  'ada@example.com',
  'canada+rye@example.com',
  'l.ada+rye@example.com',
  "o'ada+rye@example.com",
  '/people?email=o%27ada%2Brye%40example.com',
  '/people?email=l%2Eada%2Brye%40example.com',
  'éada+rye@example.com',
  '{"to":"bob"}',
  '{broken',
])('%s does not name the email address', (text) => {
  expect(mentions(ada, text)).toBe(false);
});

test('an address is found in both spellings of its domain', () => {
  expect(spellingsOf(umlaut)).toEqual(['ada@xn--bcher-kva.example', 'ada@bücher.example']);
  expect(mentions(umlaut, 'Ada@BÜCHER.example')).toBe(true);
});

test.each([
  '+493012345678',
  '+49 30 1234-5678',
  '0049 (0)30 12345678',
  'call 493012345678 now',
  '+49 030 12345678',
  '+49\u2011(0)\u200b30\u2013123 45678',
  '{"phone":"+49 (30) 123 456 78"}',
  '{"phone":493012345678}',
])('%s names the phone number', (text) => {
  expect(mentions(byPhone, text)).toBe(true);
});

test('a national number names a person of the country of the account', () => {
  const german = { ...byPhone, otherPhoneKeys: ['03012345678'] };
  expect(spellingsOf(german)).toEqual(['+493012345678', '03012345678']);
  for (const text of ['030 / 123 456 78', '{"phone":"(030) 12345678"}', '+49 30 12345678'])
    expect(mentions(german, text), text).toBe(true);
  for (const text of ['0043 030 123456789', '1030 12345678']) expect(mentions(german, text), text).toBe(false);

  const danish = { ...byPhone, phone: '+4532123456', otherPhoneKeys: ['32123456'] };
  expect(spellingsOf(danish)).toEqual(['+4532123456', '32123456']);
  expect(mentions(danish, '{"sequence":32123456}')).toBe(false);
});

test.each(['+4930123456789', '1493012345678', '+43 30 12345678', '2026-11-24 12:34:56.78'])(
  '%s does not name the phone number',
  (text) => {
    expect(mentions(byPhone, text)).toBe(false);
  },
);

test('an address within a text is replaced, and the rest stays', () => {
  expect(without(ada, 'refused ADA+rye@example.com (550)')).toBe('refused (erased) (550)');
  expect(without(byPhone, '{"to":"+49 30 12345678","n":5}')).toBe('{"to":"(erased)","n":5}');
  expect(without(byPhone, '[493012345678,{"493012345678":"{\\"to\\":493012345678}"}]')).toBe(
    '[null,{"(erased)":"{\\"to\\":null}"}]',
  );
  expect(without(byPhone, '{broken +493012345678')).toBe('{broken (erased)');
});

test('an event keeps what is not about the person', () => {
  const data = {
    ...{ id: 'x', firstName: 'Ada', email: 'ada+rye@example.com', phone: null, moneySpent: '12.5' },
    ...{
      reward: { name: 'A loaf' },
      tags: { utm: { utmSource: 'Ada' }, custom: { a: 'Ada' } },
      labelled: { Bread: 'Rye' },
    },
    note: 'from ada+rye@example.com',
  };

  expect(JSON.parse(withoutPersonal(ada, JSON.stringify(data), 'other'))).toEqual({
    ...{ id: 'x', firstName: null, email: null, phone: null, moneySpent: '12.5' },
    ...{ reward: { name: 'A loaf' }, tags: { utm: {}, custom: {} }, labelled: {} },
    note: 'from (erased)',
  });
  expect(JSON.parse(withoutPersonal(ada, JSON.stringify(data), 'member')).email).toBe('');
});
