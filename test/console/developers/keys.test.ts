import { expect, test } from 'vitest';
import { apiKeys } from '../../../src/accounts/api-key/api-key.ts';
import { requireRow } from '../../../src/kernel/database/rows.ts';
import { useApp } from '../../support/app.ts';
import { ConsoleVisitor } from '../../support/console-visitor.ts';

const app = useApp();

test('a new key shows its secret once, with a command that works', async () => {
  const client = await app.client();
  const visitor = await ConsoleVisitor.of(app, client.owner, { name: 'Ada' });

  const { status, text } = await visitor.post('/keys', 'create', { name: '<i>Website</i>', scopes: ['READ', 'WRITE'] });

  expect(status, text).toBe(200);
  const [, id = '', secret = ''] = /(key_[0-9a-z]{16}):([0-9a-z]{40})/.exec(text) ?? [];
  expect(text).toContain(`Authorization: Bearer ${id}:${secret}`);
  const { data } = await client.with({ Authorization: `Bearer ${id}:${secret}` }).graphql('{ viewer { keyName } }');
  expect(data.viewer).toEqual({ keyName: '<i>Website</i>' });
  const list = await visitor.read('/keys');
  expect(list).not.toContain(secret);
  expect(list).not.toContain('<i>Website');
  expect(list).toContain('by Ada');
});

test('a wrong key stays in the form with its problems', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);
  const fields = { name: '', expiresAt: '2020-01-01T00:00' };

  const { status, text } = await visitor.post('/keys', 'create', fields);

  expect(status).toBe(422);
  expect(text).toContain('Please fill in this field.');
  expect((await visitor.post('/keys', 'create', { name: 'Till' })).text).toContain('id="create--scopes-problem"');
  expect((await visitor.post('/keys', 'create', { ...fields, name: 'Till', scopes: 'READ' })).text).toContain(
    'Enter a day and a time in the future.',
  );
});

test('a revoked key is listed as such and refused', async () => {
  const client = await app.client();
  const visitor = await ConsoleVisitor.of(app, client.owner);
  const id = client.owner.keyId;

  expect(await visitor.post('/keys', 'revoke', { id, _key: id })).toMatchObject({
    status: 303,
    location: '/console/keys?done=revoke',
  });
  expect((await requireRow(app.database, apiKeys, { id })).revokedAt).not.toBeNull();
  expect(await visitor.read('/keys?state=revoked')).toContain(id);
  expect(await visitor.read('/keys?state=active')).not.toContain(id);
});

test('a key of another account cannot be revoked, and only owners see keys', async () => {
  const [ours, theirs] = [await app.client(), await app.client()];
  const visitor = await ConsoleVisitor.of(app, ours.owner);
  const { keyId } = theirs.owner;

  const { status, text } = await visitor.post('/keys', 'revoke', { id: keyId, _key: keyId });

  expect(status, text).toBe(422);
  expect((await requireRow(app.database, apiKeys, { id: keyId })).revokedAt).toBeNull();
  const marketer = await ConsoleVisitor.of(app, ours.owner, { role: 'MARKETER' });
  expect((await marketer.get('/keys')).status).toBe(403);
});
