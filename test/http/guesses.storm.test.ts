import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { overWebSocket } from './over-websocket.ts';

// Elsewhere its guesses would throttle the other tests, which come from the same address.
const app = useAppWithDatabaseOfItsOwn();
const amount = inject('isThorough') ? 1000 : 150;
const wrongSecret = 'x'.repeat(40);

test('of many wrong secrets most are refused with Retry-After, and the right secret succeeds meanwhile', async () => {
  const client = await app.client();
  const guesses = guess(client, () => client.owner.keyId);
  const right = Promise.all(Array.from({ length: 50 }, () => client.rest('/v3/coupon/list')));

  const answers = await guesses;
  const statuses = answers.map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  // 20 in a minute, and the guesses may fall into two.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(40);
  const refused = answers.filter(({ status }) => status === 429);
  for (const { codes, headers } of refused) {
    expect(codes).toEqual([1002]);
    expect(Number(headers.get('Retry-After'))).toSatisfy((seconds) => seconds >= 1 && seconds <= 60);
  }
  expect((await right).map(({ status }) => status)).toEqual(Array(50).fill(200));
});

test('guesses from one address cost few statements, and a key that the process has not seen succeeds there', async () => {
  const client = await app.client();
  await guess(client, () => newId('apiKey'));
  const reads = vi.spyOn(app.database, 'rows');
  onTestFinished(() => reads.mockRestore());
  const began = Date.now();

  const answers = await guess(client, () => newId('apiKey'));

  const spans = (Date.now() - began) / 100;
  const statements = reads.mock.calls.filter(([sql]) => sql.includes('FROM api_keys')).length;
  expect(statements).toBeLessThanOrEqual(spans + amount / 500 + 1);
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(50);
  const unseen = await app.client();
  expect((await unseen.rest('/v3/coupon/list')).status).toBe(200);
  expect((await unseen.graphql('{ viewer { keyId } }')).data.viewer.keyId).toBe(unseen.owner.keyId);
  expect(await overWebSocket(app.url, unseen.headers)).toMatchObject({ data: { viewer: {} } });
});

test('an id that no key can have is not looked up', async () => {
  const client = await app.client();
  const reads = vi.spyOn(app.database, 'rows');
  onTestFinished(() => reads.mockRestore());

  const answers = await guess(client, () => `key_${'X'.repeat(16)}`);

  expect(reads.mock.calls.filter(([sql]) => sql.includes('FROM api_keys'))).toEqual([]);
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
});

test('GraphQL refuses wrong secrets with 429 and Retry-After, and a WebSocket closes', async () => {
  const client = await app.client();
  await guess(client, () => client.owner.keyId);
  const guesser = client.with(headersWith(client.owner.keyId));

  const { status, codes, headers } = await guesser.graphql('{ viewer { keyId } }');

  expect({ status, codes }).toEqual({ status: 429, codes: ['TOO_MANY_REQUESTS'] });
  expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(await overWebSocket(app.url, guesser.headers)).toMatchObject({ closed: 1013 });
});

/** Sends many wrong secrets at once. */
function guess(client: Client, idOf: () => string) {
  return Promise.all(Array.from({ length: amount }, () => client.with(headersWith(idOf())).rest('/v3/coupon/list')));
}

function headersWith(id: string): Record<string, string> {
  return { 'X-Client-Id': id, 'X-Client-Secret': wrongSecret };
}
