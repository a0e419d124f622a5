import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { sequence } from '../support/events.ts';
import { makeCoupon, makeSession, makeSessions } from '../support/make.ts';

const app = useApp();

const createExport = async (client: Client, input: object) => {
  const answer = await client.graphql(
    'mutation ($i: CreateExportInput!) { createExport(input: $i) { url expiresAt } }',
    {
      i: input,
    },
  );
  return answer.data.createExport.url as string;
};

const fetchCsv = async (client: Client, input: object): Promise<Record<string, string>[]> => {
  const response = await fetch(await createExport(client, input));
  return parse(await response.text(), { columns: true });
};

test('an export of sessions contains addresses and UTM fields and neutralises formulas', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const fields = {
    coupon,
    firstName: '=HYPERLINK("http://evil.example")',
    utmSource: 'poster, big',
    email: 'ada@example.com',
  };
  const { session } = await makeSession(app.database, client.owner, fields);
  const [row, ...others] = await fetchCsv(client, { type: 'SESSIONS', filter: { coupon: coupon.id } });
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    session,
    coupon_id: coupon.id,
    email: 'ada@example.com',
    utm_source: 'poster, big',
    first_name: `'=HYPERLINK("http://evil.example")`,
    url: `${app.url}/p/${coupon.code}/${session}`,
  });
});

test('an export of a period that ends before it begins is refused', async () => {
  const client = await app.client();
  const filter = { from: '2026-07-02T00:00:00Z', to: '2026-07-02T01:00:00+02:00' };
  const { errors } = await client.graphql('mutation ($i: CreateExportInput!) { createExport(input: $i) { url } }', {
    i: { type: 'SESSIONS', filter },
  });
  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', 'filter.to']]);
});

test('an export contains every page once, in the order of ids, and nothing of other accounts', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const coupon = await makeCoupon(app.database, client.owner);
  const made = await makeSessions(app.database, coupon, Array(2345).fill({}));
  await makeSession(app.database, other.owner);
  const text = await (await fetch(await createExport(client, { type: 'SESSIONS', format: 'JSONL' }))).text();
  const sequences = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).sequence);
  expect(sequences).toEqual(made.map(({ sequence }) => sequence));
});

test('exports of codes and events are filtered by time', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  await makeSession(app.database, client.owner, { coupon, autoValCode: 'DIGITS_8' });
  expect(await fetchCsv(client, { type: 'CODES' })).toMatchObject([
    { coupon_id: coupon.id, code: expect.stringMatching(/^\d{8}$/) },
  ]);
  await sequence(app.database, client.owner.account);
  const [event] = await fetchCsv(client, { type: 'EVENTS', filter: { coupon: coupon.id } });
  expect(event).toMatchObject({ kind: 'COUPON', type: 'coupon_session_created' });
  const past = { to: '2020-01-01T00:00:00Z' };
  expect(await fetchCsv(client, { type: 'EVENTS', filter: past })).toEqual([]);
});

test('a changed or expired address gets a 404', async () => {
  const client = await app.client();
  const url = await createExport(client, { type: 'SESSIONS' });
  const [payload = '', signature] = url.slice(url.lastIndexOf('/') + 1).split('.');
  const request = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const foreign = Buffer.from(JSON.stringify({ ...request, accountId: 'acc_0000000000000000' })).toString('base64url');
  for (const token of [`${foreign}.${signature}`, `${payload}.x`, payload, 'x']) {
    expect((await fetch(`${app.url}/exports/${token}`)).status).toBe(404);
  }
});

test('an address does not outlive its key', async () => {
  const client = await app.client();
  const leaver = await app.client({ account: client.owner.account });
  const url = await createExport(leaver, { type: 'SESSIONS' });
  expect((await fetch(url)).status).toBe(200);

  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: leaver.owner.keyId });

  const response = await fetch(url);
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'EXPORT_NOT_FOUND' } }]);
});
