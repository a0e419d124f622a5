import { expect, test } from 'vitest';
import { Outbound } from '../../../src/kernel/outbound/outbound.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { disconnect } from '../../../src/messaging/integration/integration.ts';
import { findGoogleClient, googleClientOf } from '../../../src/wallets/google/google-client.ts';
import { useApp } from '../../support/app.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { appSecret, makeIntegration } from '../../support/make.ts';
import { connectGoogle } from '../../support/make-passes.ts';

const app = useApp();
const secrets = new Secrets(appSecret);
const dependencies = { secrets, outbound: new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] }) };

test('the client of an account is kept until the account connects again', async () => {
  const server = await GoogleServer.startForTest();
  const { owner } = await app.client();
  const integration = await connectGoogle(app.database, owner, server);
  const find = () => findGoogleClient(app.database, dependencies, owner.account.id);

  const [first, second] = [await find(), await find()];
  expect(first).toMatchObject({ issuerId: server.issuerId, account: { email: server.email } });
  expect(second?.wallet).toBe(first?.wallet);
  expect(googleClientOf(integration, dependencies).wallet).toBe(first?.wallet);

  await connectGoogle(app.database, owner, server, { issuerId: '3388000000099999999' });
  expect(await find()).toMatchObject({ issuerId: '3388000000099999999' });
});

test('an account without Google Wallet has no client, and a captured one calls nobody', async () => {
  const { owner } = await app.client();
  const find = () => findGoogleClient(app.database, dependencies, owner.account.id);
  expect(await find()).toBeNull();

  const integration = await makeIntegration(app.database, owner, { channel: 'GOOGLE_WALLET' });
  const captured = await find();
  expect(captured).toMatchObject({ issuerId: 'capture', account: null });
  const done = { outcome: 'DONE' };
  expect([
    await captured?.wallet.put('offerClass', { id: 'capture.x' }),
    await captured?.wallet.patch('offerObject', 'capture.x', {}),
    await captured?.wallet.addMessage('offerClass', 'capture.x', { id: 'x', header: 'x', body: 'x' }),
  ]).toEqual([done, done, done]);

  await app.database.transaction((transaction) => disconnect(transaction, secrets, integration));
  expect(await find()).toBeNull();
});
