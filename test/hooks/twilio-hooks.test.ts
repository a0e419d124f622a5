import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasRow } from '../../src/kernel/database/rows.ts';
import { integrations } from '../../src/messaging/integration/integration.ts';
import { twilioSignature } from '../../src/messaging/platform/twilio/twilio-hooks.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeIntegration } from '../support/make.ts';
import { threadTime } from '../support/thread-time.ts';
import { type TakenSms, TwilioServer } from '../support/twilio-server.ts';

const app = useApp();
const behindProxy = useApp({ publicUrl: 'https://coupons.example.com' });

/** Connects an account with a server. `message` and `inbound` have the addresses of the webhooks. */
async function connected(use = app, publicUrl = app.url) {
  const client = await use.client();
  const server = await TwilioServer.startForTest();
  const settings = { messagingServiceSid: null, ...server.settings };
  const { id } = await makeIntegration(use.database, client.owner, { channel: 'SMS', provider: 'TWILIO', settings });
  const message: TakenSms = {
    ...{ sid: `SM${randomBytes(16).toString('hex')}`, to: '+491701234567', body: '', from: null, at: 0 },
    ...{ messagingServiceSid: null, statusCallback: `${publicUrl}/hooks/twilio/${id}/status` },
  };
  return { client, server, id, message, inbound: `${publicUrl}/hooks/twilio/${id}/inbound` };
}

async function optOutsOf({ owner }: Client, use = app) {
  return use.database.rows('SELECT channel, address, reason FROM opt_outs WHERE account_id = ?', [owner.account.id]);
}

test('STOP adds a number to the opt-out list, and START removes it', async () => {
  const { client, server, inbound } = await connected();

  const answer = await server.reply(inbound, '+491701234567', 'Stop!');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
  expect(await optOutsOf(client)).toEqual([{ channel: 'SMS', address: '+491701234567', reason: 'STOP' }]);

  await server.reply(inbound, '+491701234567', 'start');
  expect(await optOutsOf(client)).toEqual([]);
});

test("the hook applies the results of Twilio's own opt-out management", async () => {
  const { client, server, inbound } = await connected();

  await server.call(inbound, { From: '+491701234567', Body: 'Bitte nicht mehr', OptOutType: 'STOP' });

  expect(await optOutsOf(client)).toMatchObject([{ reason: 'STOP' }]);
});

test.each(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'nonsense', 'constructor', ''])(
  'a report of an unknown message is accepted: %j',
  async (status) => {
    const { server, message } = await connected();

    expect((await server.report(message, status, { ErrorCode: '30003' })).status).toBe(200);
  },
);

test.each(['%EB', '\u00eb', '%ED%A0%80'])(
  'a callback with the byte %s, which is not UTF-8, is refused',
  async (byte) => {
    const { client, inbound } = await connected();
    const body = Buffer.from(`From=%2B491701234567&Body=STOP&ProfileName=Zo${byte}`, 'latin1');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': 'x' };

    expect((await fetch(inbound, { method: 'POST', body, headers })).status).toBe(400);
    expect(await optOutsOf(client)).toEqual([]);
  },
);

describe('the Twilio signature', () => {
  test('is refused when signed with another token', async () => {
    const { client, inbound } = await connected();
    const stranger = await TwilioServer.startForTest();

    expect((await stranger.reply(inbound, '+491701234567', 'STOP')).status).toBe(403);
    expect(await optOutsOf(client)).toEqual([]);
  });

  test.each([
    ['missing', {}],
    ['empty', { 'X-Twilio-Signature': '' }],
    ['malformed', { 'X-Twilio-Signature': 'ü'.repeat(100) }],
  ])('is required, and is refused when %s', async (_, headers) => {
    const { client, inbound } = await connected();
    const body = new URLSearchParams({ From: '+491701234567', Body: 'STOP' });

    const response = await fetch(inbound, { method: 'POST', body, headers: headers as Record<string, string> });

    expect(response.status).toBe(403);
    expect(await optOutsOf(client)).toEqual([]);
  });

  test('is refused for other fields and for another address', async () => {
    const { client, server, inbound, message } = await connected();
    const body = new URLSearchParams({ From: '+491701234567', Body: 'Hello' });
    const signature = twilioSignature(server.authToken, inbound, body);
    const post = (address: string, fields: object) =>
      fetch(address, {
        method: 'POST',
        headers: { 'X-Twilio-Signature': signature },
        body: new URLSearchParams({ ...Object.fromEntries(body), ...fields }),
      });

    expect((await post(inbound, {})).status).toBe(200);
    expect((await post(inbound, { Body: 'STOP' })).status).toBe(403);
    expect((await post(inbound, { More: '1' })).status).toBe(403);
    expect((await post(message.statusCallback, {})).status).toBe(403);
    expect((await post(`${inbound}?more=1`, {})).status).toBe(403);
    expect(await optOutsOf(client)).toEqual([]);
  });

  test('is accepted for the public address behind a proxy, with and without its port', async () => {
    const { client, server, inbound } = await connected(behindProxy, 'https://coupons.example.com');

    expect((await server.reply(inbound, '+491701234567', 'STOP', behindProxy.url)).status).toBe(200);
    const withPort = inbound.replace('.com/', '.com:443/');
    expect((await server.reply(withPort, '+491701234568', 'STOP', behindProxy.url)).status).toBe(200);
    expect((await server.reply(`${behindProxy.url}${new URL(inbound).pathname}`, '+491701234569', 'STOP')).status).toBe(
      403,
    );
    expect(await optOutsOf(client, behindProxy)).toHaveLength(2);
  });

  test('is accepted without the port of the public address, which Twilio may drop', async () => {
    const { client, server, inbound } = await connected();
    const { pathname, port } = new URL(inbound);
    const withoutPort = inbound.replace(`:${port}`, '');

    expect((await server.reply(withoutPort, '+491701234567', 'STOP', app.url)).status).toBe(200);
    expect((await server.reply(`http://elsewhere${pathname}`, '+491701234567', 'START', app.url)).status).toBe(403);
    expect(await optOutsOf(client)).toHaveLength(1);
  });

  test('covers the query string', async () => {
    const { server, inbound } = await connected();

    expect((await server.reply(`${inbound}?a=b%20c&a=d`, '+491701234567', 'Hello')).status).toBe(200);
  });
});

describe('the hook responds with 404', () => {
  test.each(['int_0000000000000000', 'nonsense', '%00', '..', "'; DROP TABLE x; --"])('for %j', async (id) => {
    const response = await fetch(`${app.url}/hooks/twilio/${encodeURIComponent(id)}/inbound`, { method: 'POST' });

    expect(response.status).toBe(404);
  });

  test('for another provider, and after the integration was disconnected', async () => {
    const { server, inbound, id, client } = await connected();
    const other = await makeIntegration(app.database, client.owner);

    expect((await server.reply(inbound.replace(id, other.id), '+491701234567', 'STOP')).status).toBe(404);
    await client.graphql(`mutation { disconnectIntegration(input: { id: "${id}" }) { id } }`);
    expect((await server.reply(inbound, '+491701234567', 'STOP')).status).toBe(404);
    expect(await hasRow(app.database, integrations, { id })).toBe(true);
  });

  test('for an id that never existed', async () => {
    const { server, inbound, id } = await connected();

    expect((await server.reply(inbound.replace(id, newId('integration')), '+491701234567', 'STOP')).status).toBe(404);
  });
});

test.each([
  [{ From: '' }],
  [{ From: 'ü' }],
  [{ From: '+491701234567' }],
  [{ From: `+${'9'.repeat(500)}`, Body: 'STOP' }],
  [{ From: 'Bakery', Body: 'STOP' }],
  [{ From: '\0', Body: 'STOP\0' }],
  [{ From: '+491701234567', Body: 'x'.repeat(20_000) }],
  [{ constructor: '1', __proto__: '2', From: '+491701234567', Body: 'Hello' }],
])('signed fields that make no sense are accepted and have no effect: %j', async (fields) => {
  const { client, server, inbound, message } = await connected();

  expect((await server.call(inbound, fields as Record<string, string>)).status).toBe(200);
  expect((await server.call(message.statusCallback, fields as Record<string, string>)).status).toBe(200);
  expect(await optOutsOf(client)).toEqual([]);
});

test('a request with thousands of fields is refused as fast as any other', async () => {
  const { inbound } = await connected();
  const body = Array.from({ length: 16_000 }, (_, index) => index.toString(36)).join('&');
  const headers = { 'X-Twilio-Signature': 'a'.repeat(28), 'Content-Type': 'application/x-www-form-urlencoded' };

  const time = await threadTime(async () => {
    expect((await fetch(inbound, { method: 'POST', body, headers })).status).toBe(413);
  });

  expect(time).toBeLessThan(1000);
});

test('the signature of a repeated field covers its values in order, each once', async () => {
  const { client, server, inbound } = await connected();
  const signature = createHmac('sha1', server.authToken)
    .update(`${inbound}BodySTOPFrom+491701234567TagTaganother`)
    .digest('base64');

  const response = await fetch(inbound, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': signature, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'Tag=another&Body=STOP&Tag=&From=%2B491701234567&Tag=another',
  });

  expect(response.status).toBe(200);
  expect(await optOutsOf(client)).toHaveLength(1);
});

test.each([
  ['GET', {}, 405],
  ['PUT', {}, 405],
  ['POST', { body: 'x'.repeat(100_000) }, 413],
  ['POST', { body: 'a', headers: { 'Content-Type': 'text/plain; charset=nonsense' } }, 400],
  ['POST', { body: 'a', headers: { 'Content-Encoding': 'nonsense' } }, 400],
  ['POST', { body: '{"From":1}', headers: { 'Content-Type': 'application/json' } }, 403],
])('%s %j gets %i', async (method, init, status) => {
  const { inbound } = await connected();

  const response = await fetch(inbound, { method, ...(init as RequestInit) });

  expect(response.status).toBe(status);
});
