import { expect, onTestFinished, test } from 'vitest';
import { Outbound } from '../../../../src/kernel/outbound/outbound.ts';
import { GoogleWallet } from '../../../../src/messaging/platform/google/google-wallet.ts';
import { readServiceAccount, type ServiceAccount } from '../../../../src/messaging/platform/google/service-account.ts';
import { GoogleServer } from '../../../support/google-server.ts';

const message = (id: string) => ({ id, header: 'Bakery', body: 'Fresh rye' });

test('creates a class and an object, and changes them afterwards', async () => {
  const { server, wallet } = await start();
  const id = `${server.issuerId}.cam_1`;

  expect(await wallet.put('offerClass', { id, title: 'Rye' } as { id: string })).toEqual({ outcome: 'DONE' });
  expect(await wallet.put('offerClass', { id, title: 'Spelt' } as { id: string })).toEqual({ outcome: 'DONE' });
  expect(await wallet.put('offerObject', { id: `${id}_s`, classId: id } as { id: string })).toEqual({
    outcome: 'DONE',
  });
  expect(await wallet.patch('offerObject', `${id}_s`, { state: 'COMPLETED' })).toEqual({ outcome: 'DONE' });
  expect(server.kept.get(`offerClass/${id}`)).toMatchObject({ title: 'Spelt' });
  expect(server.kept.get(`offerObject/${id}_s`)).toMatchObject({ classId: id, state: 'COMPLETED' });
});

test('a class that another process creates at the same time is changed', async () => {
  const { server, wallet } = await start();
  const id = `${server.issuerId}.cam_1`;
  server.behaves.set(`offerClass/${id}`, { status: 404, times: 1 });
  server.kept.set(`offerClass/${id}`, { id, title: 'Spelt' });

  expect(await wallet.put('offerClass', { id, title: 'Rye' } as { id: string })).toEqual({ outcome: 'DONE' });
  expect(server.kept.get(`offerClass/${id}`)).toMatchObject({ title: 'Rye' });
});

test('an object that nobody has saved is absent', async () => {
  const { server, wallet } = await start();

  expect(await wallet.patch('loyaltyObject', `${server.issuerId}.x`, {})).toEqual({ outcome: 'ABSENT' });
  expect(await wallet.addMessage('loyaltyObject', `${server.issuerId}.x`, message('a'))).toEqual({ outcome: 'ABSENT' });
});

test('after three notifications a day, messages are added without one', async () => {
  const { server, wallet } = await start();
  const id = `${server.issuerId}.cam_1`;
  server.kept.set(`offerClass/${id}`, { id });

  const outcomes = [];
  for (const one of ['a', 'b', 'c', 'd', 'e'])
    outcomes.push((await wallet.addMessage('offerClass', id, message(one))).outcome);
  expect(outcomes).toEqual(['DONE', 'DONE', 'DONE', 'SILENT', 'SILENT']);
  const { messages = [] } = server.kept.get(`offerClass/${id}`) ?? {};
  expect(messages.map(({ id, messageType }) => [id, messageType])).toEqual([
    ['a', 'TEXT_AND_NOTIFY'],
    ['b', 'TEXT_AND_NOTIFY'],
    ['c', 'TEXT_AND_NOTIFY'],
    ['d', 'TEXT'],
    ['e', 'TEXT'],
  ]);
});

test('a class that has ten messages takes another one in their place', async () => {
  const { server, wallet } = await start();
  const id = `${server.issuerId}.cam_1`;
  const messages = Array.from({ length: 10 }, (_, index) => ({ ...message(String(index)), messageType: 'TEXT' }));
  server.kept.set(`offerClass/${id}`, { id, messages });

  expect(await wallet.addMessage('offerClass', id, message('k'))).toEqual({ outcome: 'DONE' });
  expect(server.kept.get(`offerClass/${id}`)?.messages?.map((one) => one.id)).toEqual(['k']);
});

test('calls share one access token until shortly before its end', async () => {
  const { server, wallet } = await start();
  await Promise.all([1, 2, 3].map((index) => wallet.patch('offerObject', `x${index}`, {})));
  await wallet.patch('offerObject', 'x4', {});
  expect(server.tokens).toBe(1);

  const { server: short, wallet: forgetful } = await start();
  short.tokenSeconds = 100;
  await forgetful.patch('offerObject', 'x', {});
  await forgetful.patch('offerObject', 'x', {});
  expect(short.tokens).toBe(2);
});

test('a token that Google no longer accepts is replaced once', async () => {
  const { server, wallet } = await start();
  await wallet.patch('offerObject', 'x', {});
  server.revokeTokens();

  expect(await Promise.all([1, 2, 3].map(() => wallet.patch('offerObject', 'x', {})))).toEqual(
    Array(3).fill({ outcome: 'ABSENT' }),
  );
  expect(server.tokens).toBe(2);
});

test.each([
  [429, {}, 'DEFERRED'],
  [500, {}, 'DEFERRED'],
  [503, {}, 'DEFERRED'],
  [403, { errors: [{ reason: 'rateLimitExceeded' }] }, 'DEFERRED'],
  [403, { errors: [{ reason: 'forbidden' }] }, 'MISCONFIGURED'],
  [401, {}, 'MISCONFIGURED'],
  [302, {}, 'MISCONFIGURED'],
  [400, { message: 'Invalid state' }, 'REFUSED'],
])('%i %j is %s', async (status, error, outcome) => {
  const { server, wallet } = await start();
  server.behaves.set('offerObject/x', { status, error });

  expect(await wallet.patch('offerObject', 'x', {})).toMatchObject({ outcome });
});

test('what Google says is passed on, in one line', async () => {
  const { server, wallet } = await start();
  server.behaves.set('offerObject/x', { status: 400, error: { message: 'Invalid\nstate' } });
  server.behaves.set('offerObject/y', { status: 503, retryAfter: '60' });

  expect(await wallet.patch('offerObject', 'x', {})).toMatchObject({
    reason: 'Google responded with 400: Invalid state',
  });
  const verdict = await wallet.patch('offerObject', 'y', {});
  expect(verdict.outcome === 'DEFERRED' && Number(verdict.retryAfter) - Date.now()).toBeGreaterThan(50_000);
});

test('without an access token nothing is called', async () => {
  const { server, wallet } = await start();
  server.behaves.set('token', { status: 503, times: 1 });
  expect(await wallet.patch('offerObject', 'x', {})).toMatchObject({ outcome: 'DEFERRED' });
  expect(await wallet.patch('offerObject', 'x', {})).toEqual({ outcome: 'ABSENT' });

  const { server: strict, wallet: stranger } = await start({ email: 'stranger@tests.example' });
  expect(await stranger.patch('offerObject', 'x', {})).toEqual({
    outcome: 'MISCONFIGURED',
    reason: 'Google did not accept the service account. Google responded with 400: Invalid issuer or audience',
  });
  expect(strict.calls).toEqual([]);
});

test('check tells why the issuer cannot be used', async () => {
  const { server, wallet, open } = await start();
  expect(await wallet.check()).toBeNull();
  expect(await open({ issuerId: '3388000000099999999' }).check()).toMatch(/^Google does not know the issuer/);
  server.behaves.set('token', { status: 500 });
  expect(await open({}).check()).toMatch(/^Google responded with 500/);
});

test('a token endpoint at a private address is refused', async () => {
  const server = await GoogleServer.startForTest();
  const outbound = new Outbound({ allowInsecure: true, allowedRanges: [] });
  const account = readServiceAccount(server.serviceAccount);
  const wallet = new GoogleWallet({ ...account, issuerId: server.issuerId, baseUrl: server.url }, outbound);

  expect(await wallet.check()).toMatch(/is not a public address/);
  expect(server.tokens).toBe(0);
});

test.each([
  ['no JSON', 'is not JSON'],
  ['null', 'is not the JSON file of a service account'],
  ['{"type":"authorized_user"}', 'is not the JSON file of a service account'],
  ['{"type":"service_account"}', 'contains no client_email'],
  ['{"type":"service_account","client_email":"a@b"}', 'contains no RSA private_key'],
  ['{"type":"service_account","client_email":"a@b","private_key":"x"}', 'contains no RSA private_key'],
])('the service account %s is refused', (json, reason) => {
  expect(() => readServiceAccount(json)).toThrow(reason);
});

test('a service account with a bad token_uri is refused', async () => {
  const server = await GoogleServer.startForTest();
  const json = JSON.stringify({ ...JSON.parse(server.serviceAccount), token_uri: 'nowhere' });

  expect(() => readServiceAccount(json)).toThrow('contains no valid token_uri');
});

async function start(changes: Partial<ServiceAccount> = {}) {
  const server = await GoogleServer.startForTest();
  const account = { ...readServiceAccount(server.serviceAccount), ...changes };
  const outbound = new Outbound({ allowInsecure: true, allowedRanges: ['127.0.0.0/8'] });
  onTestFinished(() => outbound.close());
  const open = (settings: { issuerId?: string }) =>
    new GoogleWallet({ ...account, issuerId: server.issuerId, baseUrl: server.url, ...settings }, outbound);
  return { server, wallet: open({}), open };
}
