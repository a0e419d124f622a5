import { describe, expect, test } from 'vitest';
import { printable } from '../../../src/kernel/outbound/failure-wording.ts';
import { redact } from '../../../src/messaging/platform/redaction.ts';

const password = 'correct  horse+battery';

describe('redact hides a password that a platform repeats', () => {
  test.each([
    ['in plain text', password],
    ['with its spaces collapsed', 'correct horse+battery'],
    ['in an address', encodeURIComponent(password)],
    ['in base64', Buffer.from(password).toString('base64')],
  ])('%s', (_, repeated) => {
    expect(redact([password], printable(`550 ${repeated} is wrong`))).toBe('550 … is wrong');
  });

  test.each([22, 15, 10, 5, 3])('when the response is cut after %i characters of it', (kept) => {
    const secret = 'correct-horse+battery';
    const answer = printable(`${secret}: ${'x'.repeat(250 - kept - secret.length - 2)}${secret}`);

    expect(redact([secret], answer)).toMatch(/^…: x+…$/);
  });

  test('and nothing else', () => {
    const answer = printable('x'.repeat(300));

    expect(redact([password, '   ', null], answer)).toBe(answer);
    expect(redact(['   '], 'a b')).toBe('a b');
  });
});
