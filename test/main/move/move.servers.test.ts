import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../src/till/desk/till-documents.ts';
import { idOf } from '../../../src/vocabulary/ids.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { runCommand } from '../../support/command.ts';
import type { Product } from '../../support/existing-product.ts';
import { tillOf } from '../../support/make-tills.ts';
import { commandOf, counted, environmentOf, expectAll, sessionsHere, startProduct } from './moves.ts';

const app = useAppWithDatabaseOfItsOwn();

const move = (product: Product, client: Client, ...options: string[]) =>
  runCommand(commandOf(product, client, ...options), environmentOf(app));

test('a second move changes nothing, and takes what happened at the source meanwhile', async () => {
  const product = await startProduct();
  const client = await app.client();
  await move(product, client);

  const second = await move(product, client);
  const [campaign, sessions] = [...product.account.sessions][0] as [string, Record<string, unknown>[]];
  const session = sessions.find(({ status }) => (status as { claimed: string }).claimed === '0');
  Object.assign(session?.status as object, { claimed: '1', claim_date_utc: '2025-11-21 08:30:00', claimtype: 'api' });
  const third = await move(product, client);

  expect(counted(second.output, 'sessions')).toEqual([300, 0, 0, 300, 0]);
  expect(counted(second.output, 'contacts')).toEqual([50, 0, 0, 50, 0]);
  expect(counted(third.output, 'sessions')).toEqual([300, 0, 1, 299, 0]);
  const here = (await sessionsHere(client, campaign)).get(String(session?.session));
  expect(here?.status).toMatchObject({ claimed: '1', claim_date_utc: '2025-11-21 08:30:00' });
  await expectAll(app.database, client, product);
});

test('lists by date have sessions that move in after sessions were created here', async () => {
  const product = await startProduct();
  const client = await app.client();
  await move(product, client);
  const [campaign, sessions] = [...product.account.sessions][0] as [string, Record<string, unknown>[]];
  await client.rest('/v3/multiplesingleuse/create', { campaign, amount: 500 });
  const status = { ...(sessions[0]?.status as object), created_date_utc: '2026-01-15 10:00:00' };
  sessions.unshift({
    ...sessions[0],
    session: idOf('session', product.url),
    customid: '',
    email: '',
    phone: '',
    status,
  });

  await move(product, client);

  const day = { start_date: '2026-01-15', end_date: '2026-01-15' };
  const { data } = (await client.rest('/v3/campaign/data', { campaign, ...day })).body;
  expect(data.map(({ session }: { session: string }) => session)).toEqual([sessions[0]?.session]);
});

test('old ids, codes and addresses work', async () => {
  const product = await startProduct();
  const client = await app.client();
  await move(product, client);
  const [, short] = product.account.coupons;
  const campaign = String(short?.ID);
  const renamed = String(
    product.account.sessions.get(campaign)?.find(({ session }) => /^Old/.test(String(session)))?.session,
  );

  const info = await client.rest('/v3/coupon/info', { campaign });
  const [place] = info.body.coupon_info.locations;
  expect(place).toEqual({
    ...{ ID: expect.stringMatching(/^loc_[0-9a-z]{12}$/), name: 'Station' },
    ...{ address: 'Gleis 1', zip: '10115', city: 'Berlin' },
  });
  const { data: listed } = await client.graphql(
    '{ locations { nodes { id } } coupons(filter: { location: "lloc_77" }) { nodes { id } } }',
  );
  expect(listed.locations.nodes).toEqual([{ id: place.ID }]);
  expect(listed.coupons.nodes).toHaveLength(product.account.coupons.length);
  expect(info.body.coupon_info).toMatchObject({ ID: expect.stringMatching(/^cam_[0-9a-z]{12}$/), code: short?.code });
  const { data } = await client.graphql('query ($id: ID!) { coupon(id: $id) { code } }', { id: campaign });
  expect(data.coupon).toEqual({ code: short?.code });
  expect((await client.rest('/v3/couponsession/data', { couponsession: renamed })).body.campaign).toBe(
    info.body.coupon_info.ID,
  );
  const address = `https://old.example/p/${String(short?.code)}/${renamed}`;
  const found = await client.graphql('query ($code: String!) { findSession(code: $code) { customValidationCode } }', {
    code: address,
  });
  expect(found.data.findSession).toEqual([{ customValidationCode: '1RYE3' }]);
  const page = await fetch(`${app.url}/p/${String(short?.code)}/${renamed}`);
  expect(page.status).toBe(200);

  const path = '/v4/loyalty/loyalty-cards/7/stats/500001';
  const stamped = await client.rest(`${path}/stamps`, { amount: 2 });
  expect(stamped.body).toMatchObject({ last_name: 'No 1', stamps: 3 });
  expect((await client.rest('/v4/directory/12/users/901', undefined, {}, 'GET')).body.data.email).toBe(
    'M1@example.com',
  );
  const unknown = await client.rest('/v3/coupon/info', { campaign: 'cam_none' });
  expect(unknown.body.status.errors.error_code).toEqual([502]);
});

test('a card keeps all its rewards, which users go on earning', async () => {
  const product = await startProduct();
  const client = await app.client();
  const { output } = await move(product, client);
  const ofCard = '{ loyaltyCards { nodes { stampsRequired rewards { name unit cost retiredAt } } } }';
  const rewards = [
    { name: 'Coffee', unit: 'STAMPS', cost: 5, retiredAt: null },
    { name: 'Loaf', unit: 'STAMPS', cost: 9, retiredAt: null },
  ];

  // The user has one stamp.
  const stamped = await client.rest('/v4/loyalty/loyalty-cards/7/stats/500001/stamps', { amount: 9 });

  const { data } = await client.graphql(ofCard);
  expect(data.loyaltyCards.nodes).toEqual([{ stampsRequired: 9, rewards: expect.arrayContaining(rewards) }]);
  expect(output).toContain('does not tell how many stamps earn Coffee: 5 until you change it');
  expect(stamped.body).toMatchObject({ stamps: 1, rewards: [{ name: 'Coffee' }, { name: 'Loaf' }] });
  await move(product, client);
  expect((await client.graphql(ofCard)).data).toEqual(data);
});

test('a till finds a printed code, and redeems it once', async () => {
  const product = await startProduct();
  const client = await app.client();
  await move(product, client);
  const { data } = await client.graphql('{ locations { nodes { id } } }');
  const till = await tillOf(app, client.owner, { location: data.locations.nodes[0].id });
  const elsewhere = await tillOf(app, client.owner);

  const found = await till.graphql(documents.find, { code: '0RYE1' });
  const [{ session }] = found.data.findSession as [{ session: string }];
  const refused = await elsewhere.graphql(documents.redeem, { input: { session } });
  const first = await till.graphql(documents.redeem, { input: { session } });
  const second = await (await tillOf(app, client.owner)).graphql(documents.redeem, { input: { session } });

  expect(refused.errors[0]?.extensions).toMatchObject({ code: 'NOT_AT_THIS_LOCATION', locations: ['Station'] });
  expect(first.data.validateCouponSession).toMatchObject({ session, validatedAt: expect.any(String) });
  expect(second.errors[0]?.extensions).toMatchObject({ code: 'SESSION_ALREADY_VALIDATED', by: till.till.name });
});

test('a dry run reports and writes nothing', async () => {
  const product = await startProduct();
  const client = await app.client();
  const file = join(tmpdir(), `move-${process.pid}.txt`);

  const { output, code } = await move(product, client, '--dry-run', '--report', file);

  expect(code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(output);
  expect(counted(output, 'sessions')).toEqual([300, 300, 0, 0, 0]);
  expect((await client.rest('/v3/coupon/list', {})).body.coupon_info).toEqual([]);
  const tables = [
    'coupons',
    'coupon_sessions',
    'loyalty_cards',
    'directories',
    'contact_groups',
    'external_ids',
    'import_steps',
  ];
  for (const table of tables)
    expect(
      await app.database.rows(`SELECT 1 FROM ${table} WHERE account_id = ?`, [client.owner.account.id]),
      table,
    ).toEqual([]);
});

test('codes that another account has are conflicts, and stay with it', async () => {
  const product = await startProduct();
  const [first, second] = [await app.client(), await app.client()];
  await move(product, first);

  const { output, code } = await move(product, second);

  expect(code).toBe(0);
  expect(counted(output, 'coupons')).toEqual([2, 0, 0, 0, 2]);
  expect(output).toContain('is taken in this installation');
  await expectAll(app.database, first, product);
});

test('a wrong key ends the move with one line that does not contain it', async () => {
  const product = await startProduct();

  const { code, errors, output } = await move(product, await app.client(), '--key', 'old-id:guessed');

  expect({ code, errors, output }).toEqual({ code: 1, errors: `${product.url} refused the key (401).\n`, output: '' });
});

test('a busy source is asked again', async () => {
  const product = await startProduct();
  let refused = 0;
  product.disturb = (_, response) => {
    refused += 1;
    if (refused % 3 !== 1) return false;
    response.writeHead(refused % 2 === 0 ? 429 : 503, { 'retry-after': '0' }).end();
    return true;
  };

  const { code, output } = await move(product, await app.client());

  expect(code).toBe(0);
  expect(counted(output, 'sessions')).toEqual([300, 300, 0, 0, 0]);
});

test('a malformed answer names its path and field, and the move continues when it is right', async () => {
  const product = await startProduct(900);
  const client = await app.client();
  product.disturb = ({ path, fields }, response) => {
    if (path !== '/v3/campaign/data' || fields.page !== 7) return false;
    response.end(JSON.stringify({ data: [{ session: 'x', sequenceid: 'many', status: {} }] }));
    return true;
  };

  const broken = await move(product, client);
  product.disturb = () => false;
  const whole = await move(product, client);

  expect(broken.code).toBe(1);
  expect(broken.errors).toMatch(/^The answer of \/v3\/campaign\/data is malformed: data\.0\.sequenceid: .+\n$/);
  expect(counted(whole.output, 'sessions')).toEqual([900, 900, 0, 0, 0]);
});
