import { expect, test } from 'vitest';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { newId } from '../../../src/kernel/values/ids.ts';
import { connectDemo } from '../../../src/main/demo/outbox-connection.ts';
import { disconnect, integrations } from '../../../src/messaging/integration/integration.ts';
import { openMigrated } from '../../kernel/database/scratch.ts';
import { appSecret, makeAccount, makeIntegration } from '../../support/make.ts';

const secrets = new Secrets(appSecret);

test('the demo of an earlier version is connected too, and changes of its owner are kept', async () => {
  const database = await openMigrated();
  const owner = await makeAccount(database);
  const settings = {
    host: 'smsc.example.com',
    port: 2775,
    tls: false,
    systemId: '',
    password: '',
    systemType: '',
    from: null,
  };
  const sms = await makeIntegration(database, owner, { channel: 'SMS', provider: 'SMPP', settings });
  const email = await makeIntegration(database, owner, { channel: 'EMAIL' });
  await database.transaction((transaction) => disconnect(transaction, secrets, email));

  await connectDemo(database, secrets, owner.keyId);
  await connectDemo(database, secrets, owner.keyId);

  const kept = await database.manager.find(integrations, {
    where: { accountId: owner.account.id },
    order: { channel: 'ASC' },
  });
  expect(kept).toMatchObject([
    { channel: 'APPLE_WALLET', provider: 'CAPTURE' },
    { id: email.id, channel: 'EMAIL', disconnectedAt: expect.any(String) },
    { channel: 'EMAIL_SERVICE', provider: 'CAPTURE', disconnectedAt: null },
    { channel: 'GOOGLE_WALLET', provider: 'CAPTURE', disconnectedAt: null },
    { id: sms.id, channel: 'SMS', provider: 'SMPP' },
    { channel: 'SMS_SERVICE', provider: 'CAPTURE', disconnectedAt: null },
  ]);
});

test('a key of another database connects nothing', async () => {
  const database = await openMigrated();

  await expect(connectDemo(database, secrets, newId('apiKey'))).resolves.toBeUndefined();
});
