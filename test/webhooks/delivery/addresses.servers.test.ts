import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { updateRows } from '../../../src/kernel/database/rows.ts';
import { webhookEndpoints } from '../../../src/webhooks/endpoint/endpoint.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { startNameServer } from '../../support/name-server.ts';
import { Receiver } from '../../support/receiver.ts';
import { attempts, follow, letPass, makeCoupons } from '../webhook-client.ts';

let asking: LookupFunction;
/** The app allows only one private address, which represents a public one. */
const app = useAppWithBackground({
  allowedRanges: ['127.0.0.2/32'],
  lookup: (...parameters) => asking(...parameters),
});

const unknownName = 'The host name is unknown or does not lead to a public address.';

test('an error does not tell which internal names exist, and where they lead', async () => {
  const receiver = await Receiver.start();
  const { lookup } = await startNameServer({ 'inside.example': [['10.1.2.3']] });
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND missing.example'), { code: 'ENOTFOUND' });
  asking = (host, options, callback) =>
    host === 'missing.example' ? callback(missing, '') : lookup(host, options, callback);
  const errors = [];
  for (const host of ['inside.example', 'missing.example']) {
    const followed = await follow(await app.client(), { url: `http://${host}/` }, receiver);
    await makeCoupons(followed.client, 'Bread');
    errors.push((await attempts(followed, 1)).attempts[0].error);
  }

  expect(errors).toEqual([unknownName, unknownName]);
});

test('DNS rebinding: a delivery refuses a host name that now resolves to a private address', async () => {
  const receiver = await Receiver.start();
  const { lookup } = await startNameServer({ 'moving.example': [['127.0.0.2'], ['127.0.0.1']] });
  asking = lookup;
  receiver.url = receiver.url.replace('127.0.0.1', 'moving.example');
  const followed = await follow(await app.client(), {}, receiver);
  await makeCoupons(followed.client, 'Bread');

  expect((await attempts(followed, 1)).attempts[0].error).toBe('The host refused the connection.');
  await letPass(app.database, followed.endpoint, 6000);
  expect((await attempts(followed, 2)).attempts[1].error).toBe(unknownName);
  expect(receiver.connections).toBe(0);
});

test('a delivery refuses an address that was allowed when the endpoint was created', async () => {
  const receiver = await Receiver.start();
  const followed = await follow(await app.client(), { url: 'https://hooks.example/' }, receiver);
  await app.database.transaction((transaction) =>
    updateRows(transaction, webhookEndpoints, { id: followed.endpoint }, { url: receiver.url }),
  );
  await makeCoupons(followed.client, 'Bread');

  expect((await attempts(followed, 1)).attempts[0]).toMatchObject({
    status: null,
    error: expect.stringContaining('127.0.0.1 is not a public address'),
  });
  expect(receiver.connections).toBe(0);
});

test('a secret that cannot be decrypted fails only its own deliveries', async () => {
  const receiver = await Receiver.start();
  asking = (await startNameServer({ 'hooks.example': [['127.0.0.2']] })).lookup;
  const followed = await follow(await app.client(), { url: 'http://hooks.example/' }, receiver);
  await app.database.transaction((transaction) =>
    updateRows(transaction, webhookEndpoints, { id: followed.endpoint }, { secret: 'of.another.app.secret' }),
  );
  const other = await follow(followed.client, { url: 'http://hooks.example:1/' }, receiver);
  await makeCoupons(followed.client, 'Bread');

  const [attempt] = (await attempts(followed, 1)).attempts;
  expect(attempt).toMatchObject({ status: null, error: 'The delivery could not be prepared on our side.' });
  expect((await attempts(other, 1)).attempts[0].error).toBe('The host refused the connection.');
});
