import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { model } from '../../src/main/registries/tables.ts';
import { ApnsServer } from '../support/apns-server.ts';
import { useAppWithLog } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { GoogleServer } from '../support/google-server.ts';
import { makeCoupon, makeSession } from '../support/make.ts';
import { makeCard, makeUser } from '../support/make-loyalty.ts';
import { cardPass, couponPass } from '../support/make-passes.ts';
import { appleSettings, passKey } from '../support/pass-certificates.ts';
import { RedirectedOutbound } from '../support/redirected-outbound.ts';
import { trustCertificate } from '../support/trust.ts';
import { WalletDevice } from '../support/wallet-device.ts';

/* A service with the most verbose log uses both wallets. Then its log, its answers and its database are searched. */

trustCertificate();
const [apns, google] = [await ApnsServer.start(), await GoogleServer.start()];
const outbound = new RedirectedOutbound();
outbound.ports.set('api.push.apple.com', apns.port);
const app = useAppWithLog({}, { outbound, googleKeys: google.keysUrl });
afterAll(() => {
  apns.stop();
  google.stop();
});

/** For a busy machine. `expect.poll`, which waits as long, works only inside a test. */
const timeout = { timeout: 50_000, interval: 10 };

let client: Client;
const answers: string[] = [];
/** The secrets, by what they are. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  client = await app.client();
  await useApple();
  await useGoogle();
});

/**
 * Secrets that stand in one column in plain: the token of a pass gives no more than the code of its session, which is
 * plain too. A device is found by its library identifier. Its push token is of no use without the sealed certificate.
 */
const plainColumns: Record<string, string> = {
  'the token of a pass': 'wallet_passes.token',
  'the library identifier of a device': 'wallet_devices.library_id',
  'the push token of a device': 'wallet_devices.push_token',
};

test('no line of the log contains a secret', () => {
  expect(secretsIn(app.logged())).toEqual([]);
});

test('no answer of GraphQL, REST or the web service contains a secret', () => {
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.flatMap(secretsIn)).toEqual([]);
});

test('no column of a table contains a secret, except for those that must', async () => {
  const found = new Set<string>();
  for (const { options } of model.entities) {
    const rows: Record<string, unknown>[] = await app.database.dataSource.query(`SELECT * FROM ${options.tableName}`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        for (const name of secretsIn(String(value))) found.add(`${name} in ${options.tableName}.${column}`);
  }

  const expected = Object.entries(plainColumns).map(([name, column]) => `${name} in ${column}`);
  expect([...found].sort()).toEqual(expected.sort());
});

function secretsIn(text: string): string[] {
  const known = Object.entries(secrets).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
  return [...known, ...(text.includes('PRIVATE KEY') ? ['a private key'] : [])];
}

/** A part of a key that is on one line, also when the text is in JSON. */
const partOf = (key: string) => key.slice(40, 80);

async function useApple(): Promise<void> {
  apns.behaves.set('0'.repeat(64), { status: 400, reason: 'BadDeviceToken' });
  secrets['the key of the certificate'] = partOf(passKey);
  await ask('mutation { createCertificateRequest(input: {}) { request } }');
  const connected = await connect('APPLE_WALLET', 'APPLE', appleSettings());
  await ask(`mutation { testIntegration(input: { id: "${connected.id}" }) { ok detail } }`);
  await connect('APPLE_WALLET', 'APPLE', { ...appleSettings(), intermediate: 'bread' }, ['INVALID_INPUT']);
  const coupon = await makeCoupon(app.database, client.owner);
  const session = await makeSession(app.database, client.owner, { coupon });
  const card = await makeCard(app.database, client.owner, { medium: 'WALLET' });
  const user = await makeUser(app.database, client.owner, { card });
  const phone = new WalletDevice();
  const serials = [await phone.add(couponPass(app.url, session)), await phone.add(cardPass(app.url, card, user))];
  const { authenticationToken, webServiceURL, passTypeIdentifier } = phone.passes.get(serials[0] ?? '')?.json ?? {};
  secrets['the token of a pass'] = authenticationToken;
  secrets['the library identifier of a device'] = phone.libraryId;
  secrets['the push token of a device'] = phone.pushToken;

  await ask(`mutation { claimCouponSession(input: { session: "${session.session}" }) { session } }`);
  const push = await ask(
    `mutation { done: sendCouponPush(input: { coupon: "${coupon.id}", message: "Fresh rye" }) { push { id } } }`,
  );
  await vi.waitFor(
    async () => expect((await ask(`{ push(id: "${push.id}") { notified } }`, 'push')).notified).toBe(1),
    timeout,
  );
  await phone.wake();
  await phone.fetch(serials[0] ?? '', 'HEAD');
  const list = `${webServiceURL}/v1/devices/${phone.libraryId}/registrations/${passTypeIdentifier}`;
  const wrong = { headers: { Authorization: `ApplePass ${authenticationToken}x` } };
  for (const [address, init] of [
    [list],
    [`${list}?passesUpdatedSince=bread`],
    [`${webServiceURL}/v1/passes/${passTypeIdentifier}/${serials[0]}`, wrong],
    [`${list}/${serials[0]}`, { ...wrong, method: 'POST', body: `{"pushToken":"${phone.pushToken}` }],
    [
      `${webServiceURL}/v1/log`,
      { method: 'POST', body: JSON.stringify({ logs: logLines(phone, authenticationToken) }) },
    ],
  ] as [string, RequestInit?][])
    answers.push(await (await fetch(address, init)).text());
  const passes = 'walletPasses { platform url passId savedAt removedAt }';
  await ask(`{ couponSession(session: "${session.session}") { ${passes} } }`);
  await ask(`{ loyaltyUser(card: "${card.id}", user: "${user.id}") { ${passes} } }`);
  await ask(`{ coupon(id: "${coupon.id}") { walletCounts { platform saved removed } } }`);
  for (const path of ['/v3/coupon/list', '/v3/coupon/pushnotification/list', '/v3/loyalty/pushnotification/list'])
    answers.push(
      JSON.stringify((await client.rest(path, { campaign: coupon.id, loyaltycard: card.id, message: 'Rye' })).body),
    );
  await askAll();
}

async function useGoogle(): Promise<void> {
  const { issuerId, serviceAccount, url: baseUrl } = google;
  secrets['the key of the service account'] = partOf(JSON.parse(serviceAccount).private_key);
  const { id } = await connect('GOOGLE_WALLET', 'GOOGLE', { serviceAccount, issuerId, baseUrl });
  await ask(`mutation { testIntegration(input: { id: "${id}" }) { ok detail } }`);
  secrets['the access token of Google'] = google.accessToken;
  const wrong = { serviceAccount: serviceAccount.replace('service_account', 'user'), issuerId, baseUrl };
  await connect('GOOGLE_WALLET', 'GOOGLE', wrong, ['INVALID_INPUT']);
  await saveInGoogle();
  await askAll();
}

/** Somebody saves a coupon, which changes and gets a push message. */
async function saveInGoogle(): Promise<void> {
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const { url } = await ask(`{ done: couponSession(session: "${session}") { walletPasses { platform url } } }`).then(
    ({ walletPasses }) => walletPasses.find(({ platform }: { platform: string }) => platform === 'GOOGLE'),
  );
  const opened = await fetch(url, { redirect: 'manual' });
  const [saved] = google.save(opened.headers.get('location') ?? '');
  const { id: objectId = '', classId = '' } = saved as { id?: string; classId?: string };
  const { callbackOptions } = google.kept.get(`offerClass/${classId}`) as { callbackOptions?: { url: string } };
  const report = google.callback({ objectId, classId, eventType: 'save' });
  for (const body of [report, report, 'bread'])
    answers.push(
      await (await fetch(callbackOptions?.url ?? '', { method: 'POST', body: JSON.stringify(body) })).text(),
    );
  await ask(`mutation { claimCouponSession(input: { session: "${session}" }) { session } }`);
  const push = await ask(
    `mutation { done: sendCouponPush(input: { coupon: "${coupon.id}", message: "Fresh rye" }) { push { id } } }`,
  );
  await vi.waitFor(
    async () => expect((await ask(`{ push(id: "${push.id}") { notified } }`, 'push')).notified).toBe(1),
    timeout,
  );
  google.revokeTokens();
  await ask(`mutation { voidCouponSession(input: { session: "${session}" }) { session } }`);
  const isVoided = () => google.kept.get(`offerObject/${objectId}`)?.state === 'INACTIVE';
  await vi.waitFor(() => expect(isVoided()).toBe(true), timeout);
  secrets['the second access token of Google'] = google.accessToken;
}

/** What the account can read of its integrations and of what happened. */
async function askAll(): Promise<void> {
  await ask('{ integrations { nodes { id provider settings { passType team issuerId serviceAccountEmail } } } }');
  await ask('{ events { nodes { type data } } }');
  await ask('{ pushes { nodes { id message notified failed } } }');
  await ask('{ viewer { notices { type message } } }');
}

/** What phones report may name their own secrets. */
const logLines = ({ libraryId, pushToken }: WalletDevice, token: string) => [
  `Web service error for ${libraryId}: register with ${pushToken}`,
  `Get pass task with authentication token "${token}" failed`,
];

async function connect(channel: string, provider: string, settings: object, codes: string[] = []) {
  const document = 'mutation ($input: ConnectIntegrationInput!) { done: connectIntegration(input: $input) { id } }';
  const variables = { input: { channel, provider, settings } };
  // The result of a call with an idempotency key is stored.
  const answer = await client.graphql(document, variables, { 'Idempotency-Key': `connect-${answers.length}` });
  answers.push(JSON.stringify(answer));
  expect(answer.codes).toEqual(codes);
  return answer.data?.done;
}

async function ask(document: string, field = 'done') {
  const answer = await client.graphql(document);
  answers.push(JSON.stringify(answer));
  expect(answer.codes).toEqual([]);
  return answer.data[field]?.push ?? answer.data[field];
}
