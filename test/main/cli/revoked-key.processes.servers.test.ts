import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { Program } from '../../support/processes.ts';

const app = useApp();

test('key revoke invalidates a key in running servers within 5 seconds', async () => {
  const client = await app.client();
  expect((await client.graphql('{ viewer { keyId } }')).codes).toEqual([]);

  const { output } = await new Program('cli.ts', ['key', 'revoke', client.owner.keyId], {
    DATABASE_URL: app.databaseUrl,
  }).ended;

  expect(output).toBe(`Revoked ${client.owner.keyId}\n`);
  const revoked = Date.now();
  let lastServed = revoked;
  const call = async () => {
    const began = Date.now();
    const { codes } = await client.graphql('{ viewer { keyId } }');
    if (codes.length === 0) lastServed = began;
    return codes;
  };
  await expect.poll(call).toEqual(['UNAUTHENTICATED']);
  expect(lastServed - revoked).toBeLessThanOrEqual(5000);
});
