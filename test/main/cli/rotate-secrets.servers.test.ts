import { expect, test } from 'vitest';
import { fingerprintOf } from '../../../src/api/idempotency.ts';
import { insertRow, requireRow } from '../../../src/kernel/database/rows.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { now } from '../../../src/kernel/values/instant.ts';
import { integrations } from '../../../src/messaging/integration/integration.ts';
import { newId } from '../../../src/vocabulary/ids.ts';
import {
  addEndpoint,
  rotateSecret,
  saveEndpoint,
  signingKeys,
  webhookEndpoints,
} from '../../../src/webhooks/endpoint/endpoint.ts';
import { openOwn } from '../../kernel/database/scratch.ts';
import { runCommand } from '../../support/command.ts';
import { makeAccount } from '../../support/make.ts';

const [oldest, old, current] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];

test('a previous secret still decrypts values and verifies signatures', () => {
  const before = new Secrets(oldest);
  const after = new Secrets(current, [old, oldest]);

  expect(after.open(before.seal('credentials'))).toBe('credentials');
  expect(after.isSignature('link', before.sign('link'))).toBe(true);
  expect(fingerprintOf(after, { a: 1 }).fits(fingerprintOf(before, { a: 1 }).made)).toBe(true);
});

test('values and signatures of an unknown secret are refused', () => {
  const other = new Secrets('4'.repeat(32));
  const secrets = new Secrets(current, [old]);

  expect(() => secrets.open(other.seal('credentials'))).toThrow('another APP_SECRET');
  expect(secrets.isSignature('link', other.sign('link'))).toBe(false);
});

test('only the current secret encrypts and signs', () => {
  const secrets = new Secrets(current, [old]);
  const alone = new Secrets(current);

  expect(alone.open(secrets.seal('credentials'))).toBe('credentials');
  expect(alone.isSignature('link', secrets.sign('link'))).toBe(true);
});

test('secrets rotate re-encrypts everything, so that previous secrets are no longer needed', async () => {
  const { database, url } = await openOwn();
  const { account } = await makeAccount(database);
  const before = new Secrets(oldest);
  const { secret, endpoint } = await database.transaction((transaction) =>
    addEndpoint(transaction, before, account.id, { url: 'https://hooks.example.com' }),
  );
  const next = rotateSecret(endpoint, new Secrets(old));
  await database.transaction((transaction) => saveEndpoint(transaction, endpoint));
  await insertIntegration(before.seal('{"password":"1"}'));

  const rotated = await rotate({ APP_SECRET: current, PREVIOUS_APP_SECRETS: `${old},${oldest}` });
  const again = await rotate({ APP_SECRET: current });

  expect(rotated).toMatchObject({ code: 0, errors: '' });
  expect(rotated.output).toContain(
    'integrations: 1 re-encrypted\ncertificate_requests: 0 re-encrypted\nwebhook_endpoints: 2 re-encrypted\n',
  );
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('webhook_endpoints: 0 re-encrypted') });
  const alone = new Secrets(current);
  const kept = await requireRow(database, webhookEndpoints, { id: endpoint.id });
  expect(signingKeys(kept, alone)).toMatchObject({ current: next, previous: secret });
  expect(alone.open((await requireRow(database, integrations, {})).settings)).toBe('{"password":"1"}');

  async function insertIntegration(settings: string): Promise<void> {
    const rest = { shown: '{}', perSecond: null, version: 1, disconnectedAt: null, nextDueAt: null, nextSlotAt: null };
    const row = { ...rest, id: newId('integration'), accountId: account.id, settings, connectedAt: now() };
    await database.transaction((transaction) =>
      insertRow(transaction, integrations, { ...row, channel: 'EMAIL', provider: 'SMTP' }),
    );
  }

  function rotate(env: Record<string, string>) {
    return runCommand(['secrets', 'rotate'], { DATABASE_URL: url, ...env });
  }
});

test('secrets rotate fails on values of an unknown secret, and re-encrypts the others', async () => {
  const { database, url } = await openOwn();
  const { account } = await makeAccount(database);
  const add = (secret: string) =>
    database.transaction((transaction) =>
      addEndpoint(transaction, new Secrets(secret), account.id, { url: 'https://hooks.example.com' }),
    );
  await Promise.all([add(oldest), add(old)]);

  const env = { DATABASE_URL: url, APP_SECRET: current, PREVIOUS_APP_SECRETS: old };
  const { code, output, errors } = await runCommand(['secrets', 'rotate'], env);

  expect(code).toBe(1);
  expect(output).toContain('webhook_endpoints: 1 re-encrypted');
  expect(errors).toBe('Values encrypted under a secret that is not in PREVIOUS_APP_SECRETS: 1\n');
});
