import { expect, test } from 'vitest';
import { scannedText } from '../../src/api/inputs.ts';
import { emailKey } from '../../src/kernel/values/email-address.ts';
import { baseUrlSchema } from '../../src/messaging/platform/shared-settings.inputs.ts';
import { verdictOf } from '../../src/messaging/platform/smtp/smtp-verdict.ts';
import { optOutKeyword } from '../../src/messaging/receipt/platform-receipts.ts';
import { codeFields } from '../../src/sessions/validation-code/validation-code.inputs.ts';
import { threadTime } from '../support/thread-time.ts';

/* Texts for which a pattern that is tried anew from each character would take minutes. */

const many = (text: string) => text.repeat(500_000);
const refused = { command: 'RCPT TO', responseCode: 550, response: `550 ${many('x')}` };

test.each<[string, () => unknown]>([
  ['spaces in an email address', () => emailKey(`a${many(' ')}b`)],
  ['invisible characters in an email address', () => emailKey(`a${many('\u200b')}b`)],
  ['spaces in a scanned code', () => scannedText.safeParse(`a${many(' ')}b`)],
  ['control characters in a scanned code', () => scannedText.safeParse(`a${many('\u0001')}b`)],
  ['a pattern of codes', () => codeFields.codePattern.safeParse(`${many('#')} `)],
  ['slashes in the address of a gateway', () => baseUrlSchema('').safeParse(`${many('/')}x`)],
  ['a reply of a mail server', () => verdictOf(refused as never, { from: 'a@b.example', to: 'c@d.example' }, false)],
  ['a reply to an SMS', () => optOutKeyword(`S ${many('DANKE ')}X`)],
])('%s of any length takes little time', async (_, work) => {
  expect(await threadTime(work)).toBeLessThan(250);
});

test('addresses and codes are trimmed at both ends as before', () => {
  expect(emailKey(' \u200bAda@Example.com \u200b')).toBe('ada@example.com');
  expect(scannedText.parse('\u0001 RYE 1\t\r\n')).toBe('RYE 1');
  expect(baseUrlSchema('').parse('https://gateway.example/api//')).toBe('https://gateway.example/api');
});
