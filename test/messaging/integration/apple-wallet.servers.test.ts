import { createPublicKey } from 'node:crypto';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findRows, requireRow } from '../../../src/kernel/database/rows.ts';
import { newPrivateKey } from '../../../src/kernel/security/certificates.ts';
import { Secrets } from '../../../src/kernel/security/secrets.ts';
import { certificateRequests } from '../../../src/messaging/integration/certificate-request.ts';
import { integrations, settingsOf } from '../../../src/messaging/integration/integration.ts';
import { appleAuthority } from '../../../src/messaging/platform/apple/apple-authority.ts';
import { ApnsServer } from '../../support/apns-server.ts';
import { useApp } from '../../support/app.ts';
import { certificate as otherCertificate } from '../../support/certificate.ts';
import type { Client } from '../../support/client.ts';
import { appSecret } from '../../support/make.ts';
import { connectApple } from '../../support/make-passes.ts';
import { appleSettings, intermediateCertificate, passCertificate, passKey } from '../../support/pass-certificates.ts';
import { RedirectedOutbound } from '../../support/redirected-outbound.ts';
import { trustCertificate } from '../../support/trust.ts';

trustCertificate();
const outbound = new RedirectedOutbound();
const app = useApp({ outbound });
let apns: ApnsServer;

beforeAll(async () => {
  apns = await ApnsServer.start();
  apns.behaves.set('0'.repeat(64), { status: 400, reason: 'BadDeviceToken' });
  outbound.ports.set('api.push.apple.com', apns.port);
});
afterAll(() => apns.stop());

function connect(client: Client, settings: object) {
  const selection = 'id provider settings { passType team expiresAt }';
  return client.graphql(
    `mutation ($input: ConnectIntegrationInput!) { done: connectIntegration(input: $input) { ${selection} } }`,
    { input: { channel: 'APPLE_WALLET', provider: 'APPLE', settings } },
  );
}

async function requestOf(client: Client, replace = false) {
  const { data } = await client.graphql(
    'mutation ($input: CreateCertificateRequestInput!) { done: createCertificateRequest(input: $input) { request } }',
    { input: { replace } },
  );
  const der = Buffer.from(data.done.request.replace(/-----[^-]+-----/g, ''), 'base64');
  const request = pkijs.CertificationRequest.fromBER(der);
  const spki = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER());
  return { request, publicKey: createPublicKey({ key: spki, type: 'spki', format: 'der' }) };
}

test('the pass type, the team and the expiry are read from the certificate', async () => {
  const client = await app.client();

  const { data, codes } = await connect(client, appleSettings());

  expect(codes).toEqual([]);
  expect(data.done).toMatchObject({ settings: { passType: 'pass.example.bakery', team: 'TEAM123456' } });
  expect(Date.parse(data.done.settings.expiresAt)).toBeGreaterThan(Date.now() + 364 * 24 * 3600 * 1000);
});

test('a certificate may be the base64 of the file that Apple offers', async () => {
  const client = await app.client();
  const { certificate, ...others } = appleSettings();

  const { codes } = await connect(client, { ...others, certificate: certificate.replace(/-----[^-]+-----|\n/g, '') });

  expect(codes).toEqual([]);
});

test('the private key is stored encrypted and never returned', async () => {
  const client = await app.client();
  const { data } = await connect(client, appleSettings());

  const stored = await requireRow(app.database, integrations, { id: data.done.id });

  expect(JSON.stringify(stored)).not.toContain(passKey.slice(40, 80));
  expect(stored.shown).not.toContain('PRIVATE KEY');
  expect(settingsOf(stored, new Secrets(appSecret))).toMatchObject({ privateKey: passKey });
});

test('a certificate that answers the request of the account needs no private key', async () => {
  const client = await app.client();
  const { request, publicKey } = await requestOf(client);
  expect(await request.verify()).toBe(true);
  const { privateKey: _, ...settings } = appleSettings({ key: publicKey });

  const { codes, data } = await connect(client, settings);

  expect(codes).toEqual([]);
  expect(await findRows(app.database, certificateRequests, { accountId: client.owner.account.id })).toEqual([]);
  const tested = await client.graphql(`mutation { done: testIntegration(input: { id: "${data.done.id}" }) { ok } }`);
  expect(tested.data.done).toEqual({ ok: true });
});

test('the key of a request waits until it has its certificate or is replaced', async () => {
  const client = await app.client();
  const first = await requestOf(client);

  const second = await requestOf(client);
  const third = await requestOf(client, true);

  expect(second.publicKey.equals(first.publicKey)).toBe(true);
  expect(third.publicKey.equals(first.publicKey)).toBe(false);
  const { privateKey: _, ...settings } = appleSettings({ key: first.publicKey });
  expect((await connect(client, settings)).errors).toMatchObject([
    {
      message: expect.stringContaining('does not match the certificate request'),
      extensions: { code: 'INVALID_INPUT' },
    },
  ]);
});

test('without a private key, a request must wait', async () => {
  const { privateKey: _, ...settings } = appleSettings();

  expect((await connect(await app.client(), settings)).codes).toEqual(['NO_CERTIFICATE_REQUEST']);
});

test.each([
  ['certificate', 'is not a certificate', async () => ({ ...appleSettings(), certificate: 'bread' })],
  ['certificate', 'expired on', async () => appleSettings({ days: -1 })],
  ['certificate', 'is not the certificate of a pass type', async () => appleSettings({ passType: 'bakery' })],
  ['certificate', 'was not issued by', async () => ({ ...appleSettings(), intermediate: appleAuthority })],
  ['intermediate', 'is not a certificate', async () => ({ ...appleSettings(), intermediate: 'bread' })],
  ['privateKey', 'is not a private key', async () => ({ ...appleSettings(), privateKey: 'bread' })],
  ['privateKey', 'does not belong', async () => ({ ...appleSettings(), privateKey: await newPrivateKey() })],
  ['certificate', 'is missing', async () => ({ privateKey: passKey, intermediate: intermediateCertificate })],
  ['host', 'is not a setting of APPLE', async () => ({ ...appleSettings(), host: 'example.com' })],
])('the %s that %s is refused', async (field, reason, settingsOfCase) => {
  const { errors } = await connect(await app.client(), await settingsOfCase());

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: `settings.${field}` } }]);
  expect(errors[0]?.message).toContain(reason);
});

test('a renewed certificate keeps the integration', async () => {
  const client = await app.client();
  const first = await connect(client, appleSettings({ days: 10 }));

  const second = await connect(client, { ...appleSettings(), certificate: passCertificate({ days: 700 }) });

  expect(second.data.done.id).toBe(first.data.done.id);
  expect(second.data.done.settings.expiresAt > first.data.done.settings.expiresAt).toBe(true);
});

test('a test message to a wallet is refused', async () => {
  const client = await app.client();
  const { data } = await connect(client, appleSettings());

  const { codes } = await client.graphql(
    `mutation { testIntegration(input: { id: "${data.done.id}", to: "ada@example.com" }) { ok } }`,
  );

  expect(codes).toEqual(['INVALID_INPUT']);
});

test('the test of an integration asks Apple whether it accepts the certificate, and tells no device', async () => {
  const client = await app.client();
  const { data } = await connect(client, appleSettings());

  expect(await testedBy(client, data.done.id)).toEqual({
    ok: true,
    detail: expect.stringMatching(/^Apple accepts the certificate\. It can sign passes until \d{4}-\d\d-\d\d\.$/),
  });
  expect(apns.pushes).toEqual([]);
});

test('the test of an integration tells why Apple refuses the certificate', async () => {
  const client = await app.client();
  const settings = { certificate: otherCertificate.cert, privateKey: otherCertificate.key, intermediate: '' };
  const { id } = await connectApple(app.database, client.owner, { settings });

  // The certificate is none of a pass type, so Apple is not asked.
  expect(await testedBy(client, id)).toEqual({
    ok: false,
    detail: 'The certificate is not the certificate of a pass type id.',
  });
  await connectApple(app.database, client.owner, { settings: { passType: 'pass.example.other' } });
  expect(await testedBy(client, id)).toEqual({
    ok: false,
    detail: 'Apple did not accept the certificate of the passes (TopicDisallowed).',
  });
});

test('the test of an integration tells that Apple cannot be reached', async () => {
  const client = await app.client();
  const { data } = await connect(client, appleSettings());
  outbound.ports.set('api.push.apple.com', 1);
  onTestFinished(() => void outbound.ports.set('api.push.apple.com', apns.port));

  expect(await testedBy(client, data.done.id)).toMatchObject({ ok: false });
});

async function testedBy(client: Client, id: string) {
  return (await client.graphql(`mutation { done: testIntegration(input: { id: "${id}" }) { ok detail } }`)).data.done;
}
