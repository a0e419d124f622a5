import { type ClientRequest, request } from 'node:http';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { insertRows, requireRow } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { walletDevices, walletRegistrations } from '../../src/wallets/device/device.ts';
import { useApp } from '../support/app.ts';
import { makeSession } from '../support/make.ts';
import { connectApple, couponPass } from '../support/make-passes.ts';
import { makeSavedPasses } from '../support/make-wallets.ts';
import { WalletDevice } from '../support/wallet-device.ts';

const app = useApp({ trustedProxies: ['127.0.0.0/8'] });
const maxOfAddress = 200;
const fetches = inject('isThorough') ? 600 : 60;
let phone: WalletDevice;
let serial: string;

beforeEach(async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  phone = new WalletDevice();
  serial = await phone.add(couponPass(app.url, await makeSession(app.database, client.owner)));
});

const headersOf = (address: string) => ({
  Authorization: `ApplePass ${phone.passes.get(serial)?.json.authenticationToken}`,
  'X-Forwarded-For': address,
});

function fetchPass(address: string): Promise<Response> {
  const { webServiceURL, passTypeIdentifier: type } = phone.passes.get(serial)?.json ?? {};
  return fetch(`${webServiceURL}/v1/passes/${type}/${serial}`, { headers: headersOf(address) });
}

/** Begins a registration whose body never ends. */
function beginRegistration(address: string): ClientRequest {
  const { webServiceURL, passTypeIdentifier: type } = phone.passes.get(serial)?.json ?? {};
  const path = `${webServiceURL}/v1/devices/${phone.libraryId}/registrations/${type}/${serial}`;
  const begun = request(path, {
    method: 'POST',
    agent: false,
    headers: { ...headersOf(address), 'Content-Type': 'application/json', 'Content-Length': 99 },
  });
  begun.on('error', () => undefined).write('{');
  onTestFinished(() => void begun.destroy());
  return begun;
}

/** Claims a session of another account. */
async function claim(): Promise<number> {
  const other = await app.client();
  const { session } = await makeSession(app.database, other.owner);
  return (await other.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' })).status;
}

test('requests of one address that never end leave the phones at other addresses and claims alone', async () => {
  const begun = Array.from({ length: maxOfAddress }, () => beginRegistration('203.0.113.7'));
  await expect.poll(async () => (await fetchPass('203.0.113.7')).status).toBe(429);

  expect((await fetchPass('203.0.113.7')).headers.get('Retry-After')).toBe('1');
  expect((await fetchPass('203.0.113.8')).status).toBe(200);
  expect(await claim()).toBe(200);

  for (const one of begun) one.destroy();
  await expect.poll(async () => (await fetchPass('203.0.113.7')).status).toBe(200);
});

test('a storm of fetches is served or told when to come back, and claims of others succeed', async () => {
  const storm = Array.from({ length: fetches }, (_, index) => fetchPass(`198.51.100.${index % 3}`));
  const claims = Array.from({ length: 5 }, claim);

  const answers = await Promise.all(storm);
  expect(await Promise.all(claims)).toEqual([200, 200, 200, 200, 200]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.filter(({ status }) => status !== 429 && status !== 503)).toEqual([]);
  expect(refused.filter(({ headers }) => !headers.has('Retry-After'))).toEqual([]);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(Math.min(fetches, maxOfAddress));
});

test('a device has at most 1,000 passes of a pass type', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const full = new WalletDevice();
  const held = phone.passes.get(serial);
  if (held) full.passes.set(serial, held);
  await full.register(serial);
  const { number: device } = await requireRow(app.database, walletDevices, { libraryId: full.libraryId });
  await makeSavedPasses(app.database, client.owner, 'cam_0123456789ab', { amount: 999 });
  const passes = await app.database.rows<{ id: string }>(
    'SELECT w.id AS id FROM wallet_passes w WHERE w.account_id = ?',
    [client.owner.account.id],
  );
  await app.database.transaction((transaction) =>
    insertRows(
      transaction,
      walletRegistrations,
      passes.map(({ id }) => ({ passId: id, device, createdAt: now() })),
    ),
  );

  const another = await phone.add(couponPass(app.url, await makeSession(app.database, client.owner)));
  const other = phone.passes.get(another);
  if (other) full.passes.set(another, other);
  expect([await full.register(another), await full.register(serial)]).toEqual([400, 200]);
});
