import { afterEach, describe, expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { inParallel } from './answers.ts';
import { codesOf, doors } from './doors.ts';
import { headerTexts, send } from './headers.ts';

// Elsewhere its guesses would throttle the other tests, which come from the same address.
const app = useAppWithDatabaseOfItsOwn();

afterEach(async () => {
  const { codes } = await (await app.client()).graphql('{ viewer { keyId } }');
  expect(codes, 'it answers as before').toEqual([]);
});

describe.each(doors)('$door', ({ door, path, good }) => {
  test('refuses hostile text in credentials', async () => {
    const { url, headers } = await app.client();
    const pairs = ['X-Client-Id', 'X-Client-Secret', 'x-api-key', 'x-api-secret', 'Authorization'].flatMap((name) =>
      headerTexts.map((value) => ({ [name]: value })),
    );
    const withOneHalfRight = headerTexts.map((value) => ({ ...headers, 'X-Client-Secret': value }));

    const answers = await inParallel([...pairs, ...withOneHalfRight, ...authorizations(headers)], (credentials) =>
      send(url + path, credentials, good),
    );

    for (const { status, body } of answers) {
      // After the first 50, guesses are throttled.
      const [wrong, throttled] = door === 'REST' ? [1000, 1002] : ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'];
      expect([401, 429]).toContain(status);
      expect(codesOf(body)).toEqual([status === 401 ? wrong : throttled]);
    }
  });

  test('refuses hostile text in X-Account', async () => {
    const { url, headers } = await app.client();

    const answers = await inParallel(headerTexts, (account) =>
      send(url + path, { ...headers, 'X-Account': account }, good),
    );

    for (const { body } of answers) expect(codesOf(body)).toEqual(door === 'REST' ? [1001] : ['FORBIDDEN']);
  });

  test('accepts a hostile X-Request-Id and Idempotency-Key, and returns a valid request id', async () => {
    const { url, headers } = await app.client();

    const answers = await inParallel(headerTexts, (value) =>
      send(url + path, { ...headers, 'X-Request-Id': value, 'Idempotency-Key': value }, good),
    );

    for (const { failed, headers } of answers) {
      expect(failed).toBe(false);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{1,64}$/);
    }
  });
});

function authorizations(headers: Client['headers']): Record<string, string>[] {
  const { 'X-Client-Id': id = '', 'X-Client-Secret': secret = '' } = headers;
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  return [
    'Basic',
    'Basic !!!',
    'Bearer',
    'Bearer :',
    `Bearer ${id}`,
    `Bearer ${id}:`,
    `Bearer ${id}:${secret}x`,
    `Bearer ${id}:${secret}:`,
    `Bearer ${id} ${secret}`,
    `Bearer ${'a'.repeat(5000)}:${'b'.repeat(5000)}`,
    basic(''),
    basic(':'),
    basic(id),
    basic(`${id}\0:${secret}`),
    basic(`\xff\xfe:${secret}`),
    `${basic(`${id}:${secret}`)} extra`,
  ].map((Authorization) => ({ Authorization }));
}
