import { describe, expect, test } from 'vitest';
import { useApp } from '../support/app.ts';

const app = useApp();

describe.each([
  { kind: 'query', scope: 'READ', wrong: '{ coupons(first: 1001) { nodes { id } } }' },
  { kind: 'mutation', scope: 'WRITE', wrong: 'mutation { createFolder(input: { name: "" }) { id } }' },
  { kind: 'subscription', scope: 'READ', wrong: 'subscription { webhookEvents(types: ["none"]) { position } }' },
] as const)('a $kind with an invalid input', ({ scope, wrong }) => {
  test('returns the violation to a key with the scope', async () => {
    const { codes } = await (await app.client({ scopes: [scope] })).graphql(wrong);

    expect(codes).toEqual(['INVALID_INPUT']);
  });

  test('returns only the missing scope to a key without it', async () => {
    const { errors } = await (await app.client({ scopes: ['SEND'] })).graphql(wrong);

    expect(errors.map(({ message, extensions }) => ({ message, extensions }))).toEqual([
      { message: `The API key needs the scope ${scope}.`, extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});
