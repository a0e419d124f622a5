import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { mutate } from '../mutate.ts';

const app = useApp();

test('a token has 32 random bytes and is valid for 15 minutes, and only its hash is stored', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner, { directory });
  const before = Date.now();

  const name = { directory: directory.id, user: id };
  const { data } = await mutate(client, 'createSingleSignOn', name, 'token url expiresAt');

  expect(Buffer.from(data.token, 'base64url')).toHaveLength(32);
  expect(data.url).toBe(`${app.url}/d/${directory.code}/sso?token=${data.token}`);
  expect(Date.parse(data.expiresAt) - before).toBeGreaterThan(14.9 * 60_000);
  expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  const kept = await app.database.rows<{ tokenHash: string }>(
    'SELECT token_hash AS tokenHash FROM single_sign_ons WHERE user_id = ?',
    [id],
  );
  expect(kept).toEqual([{ tokenHash: createHash('sha256').update(data.token).digest('hex') }]);
});

test('a blocked member gets no token', async () => {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner);
  const { id } = await makeDirectoryUser(app.database, client.owner, { directory, blocked: true });

  const { codes } = await mutate(client, 'createSingleSignOn', { directory: directory.id, user: id }, 'token');

  expect(codes).toEqual(['DIRECTORY_USER_BLOCKED']);
});
