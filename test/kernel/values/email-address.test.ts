import { describe, expect, test } from 'vitest';
import { emailAddress, phoneNumber, sender } from '../../../src/api/inputs.ts';
import { deliverable, emailKey, parseSender } from '../../../src/kernel/values/email-address.ts';

describe('an email address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ["o'brien+news=a/b@mail.example.com", "o'brien+news=a/b@mail.example.com"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
    ['ada&ben@example.com', 'ada&ben@example.com'],
    ['ada@EXAMPLE。com', 'ada@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is delivered to %s', (given, delivered) => {
    expect(emailAddress.parse(given)).toBe(given);
    expect(deliverable(given)).toBe(delivered);
  });

  test.each([
    'ada',
    'ada@',
    '@example.com',
    'a@b@c.example',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example..com',
    'ada@-example.com',
    '.ada@example.com',
    'a..b@example.com',
    '"ada lovelace"@example.com',
    '"a\\"@b"@example.com',
    'ädä@example.com',
    'ada lovelace@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    'ada@exam\0ple.com',
    'ada@example.com\u2028x',
    'ada@example.com/',
    'ada@example.com?subject=rye',
    'ada@example.com#rye',
    'ada@example%2ecom',
    'ada@example.com:25',
    'ada@example.com\\',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}example`,
    `ada@${'ü'.repeat(60)}.example`,
  ])('is not %j', (given) => {
    expect(emailAddress.safeParse(given).success).toBe(false);
  });

  test('is trimmed', () => {
    expect(emailAddress.parse(' ada@example.com\n')).toBe('ada@example.com');
  });

  test('is stored without spaces and invisible characters around it', () => {
    expect(emailAddress.parse('\ufeff\u200b ada@example.com\u00a0\u202c')).toBe('ada@example.com');
    expect(emailKey('\u200eAda@example.com ')).toBe('ada@example.com');
  });

  test('is compared in lower case, by the ASCII form of its domain', () => {
    expect(emailKey('Ada@bücher.ex')).toBe('ada@xn--bcher-kva.ex');
    expect(emailKey('Ada')).toBe('ada');
    expect(emailKey('Ada@')).toBe('ada@');
    expect(emailKey('Ada@[127.0.0.1]')).toBe('ada@[127.0.0.1]');
    expect(emailKey('Ada@example.com/x')).toBe('ada@example.com/x');
    expect(emailKey(`a@${'ü.'.repeat(120)}example`).length).toBeLessThanOrEqual(254);
    expect(emailKey('Ada@BÜCHER.example')).toBe('ada@xn--bcher-kva.example');
    expect(emailKey('Ada@XN--BCHER-KVA.example')).toBe('ada@xn--bcher-kva.example');
  });
});

describe('a phone number', () => {
  test.each([
    ['+493012345678', '+493012345678'],
    ['+49 (0)30 1234-5678', '+493012345678'],
    [' +1 (555) 010.9999 ', '+15550109999'],
    ['+49–30–12345', '+493012345'],
    ['+1234567', '+1234567'],
    ['+123456', null],
    ['+123456789012345', '+123456789012345'],
    ['+1234567890123456', null],
    ['+0123456789', null],
    ['030 12345678', null],
    ['0049 30 12345678', '+493012345678'],
    ['+49 (0)30 / 1234', '+49301234'],
    ['+49 0151 33333002', '+4915133333002'],
    ['\u202a+49 151 33333002\u202c', '+4915133333002'],
    ['+49 30 CALL-ME', null],
    ['+4930+12345', null],
    ['', null],
  ])('%j is read as %j', (given, read) => {
    const parsed = phoneNumber.safeParse(given);

    expect(parsed.success ? parsed.data : null).toBe(read);
  });
});

describe('a sender', () => {
  test.each([
    ['mail@bakery.example', null, 'mail@bakery.example'],
    ['Bakery <mail@bakery.example>', 'Bakery', 'mail@bakery.example'],
    ['"Bakery, the good" <mail@bakery.example>', 'Bakery, the good', 'mail@bakery.example'],
    ['<mail@bäckerei.example>', null, 'mail@xn--bckerei-5wa.example'],
    ['Bakery\r\nBcc: eve@example.com <mail@bakery.example>', 'Bakery Bcc: eve@example.com', 'mail@bakery.example'],
  ])('%j has the name %j and the address %s', (given, name, address) => {
    expect(sender.safeParse(given).success).toBe(true);
    expect(parseSender(given)).toEqual({ name, address });
  });

  test.each(['Bakery', 'a@b@c', '<a@b.example> <c@d.example>', 'a@b.example>', 'x <a@b.example\r\n>y'])(
    'is not %j',
    (given) => {
      expect(sender.safeParse(given).success).toBe(false);
    },
  );
});

test.each(['İ', 'x🥐', '🥐'])('the key of many %s is no longer than its column', (character) => {
  const key = emailKey(character.repeat(254));

  expect([...key].length).toBeLessThanOrEqual(254);
  expect(key.isWellFormed()).toBe(true);
});
