import { expect, test } from 'vitest';
import { holdBytes, releaseBytes } from '../../../src/kernel/limits/unread-bytes.ts';
import { createUsers } from '../../../src/rest/v4/loyalty-users.ts';
import { longestTurn } from '../../fuzz/stalls.ts';
import { useApp } from '../../support/app.ts';
import { makeCard } from '../../support/make-loyalty.ts';

/* A bulk call reports each violation. So its response can be large although nothing was created. */

const app = useApp({ rateLimit: 1000 });
const fields = Object.keys(createUsers.fields.users?.elements ?? {});
const wrong = Array.from({ length: 1000 }, () => Object.fromEntries(fields.map((field) => [field, 'ä\n'.repeat(150)])));

async function aBulkCall() {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);
  return { client, path: `/v4/loyalty/loyalty-cards/${id}/stats/bulk` };
}

test('every violation of 1,000 users is reported, and other work runs meanwhile', async () => {
  const { client, path } = await aBulkCall();
  const users = JSON.stringify(wrong);
  let codes: number[] = [];
  const turns: number[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1)
    turns.push(
      await longestTurn(async () => {
        codes = (await client.unchecked().rest(path, users)).codes;
      }),
    );

  expect(codes).toHaveLength(1000 * fields.length);
  // The client of this test reads and parses the response in the same thread.
  expect(Math.min(...turns)).toBeLessThan(300);
});

test.each([
  ['numbers', Array.from({ length: 200_000 }, () => 0)],
  ['empty users', Array.from({ length: 1001 }, () => ({}))],
  ['wrong users', [...wrong.map(() => ({ email: [], zip: {} })), {}]],
])('a list of too many %s has one violation', async (_, users) => {
  const { client, path } = await aBulkCall();

  const { status, body, codes } = await client.rest(path, users);

  expect([status, codes, body.status.errors.error_message_description]).toEqual([
    ...[422, [301]],
    ['Invalid character in users. The value must have at most 1000 items.'],
  ]);
});

test('while too many large responses are unread, no bulk call starts, not even a wrong one', async () => {
  const { client, path } = await aBulkCall();
  const { id } = client.owner.account;
  const [reader, bytes] = [{}, 32 * 1024 ** 2];
  holdBytes(id, reader, bytes, () => undefined);

  expect((await client.rest(path, [{ email: 'x' }])).status).toBe(429);
  releaseBytes(id, reader, bytes);
  expect((await client.rest(path, [{ email: 'x' }])).status).toBe(422);
});
