import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../../../src/doors/till/desk/till-documents.ts';
import { idOf } from '../../../src/kernel/values/ids.ts';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { type Product, productKey, startExistingProduct } from '../../support/existing-product.ts';
import { tillOf } from '../../support/make-tills.ts';
import { type Ending, Program } from '../../support/processes.ts';
import { countAll } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();
const key = `${productKey.id}:${productKey.secret}`;

/** The large move runs with `MOVE_SESSIONS=100000 MOVE_USERS=10000`. */
const { MOVE_SESSIONS = '3000', MOVE_USERS = '300' } = process.env;

let products = 0;
async function startProduct(sessions = 300, users = 40): Promise<Product> {
  products += 1;
  return startExistingProduct({ seed: `product ${products}`, sessions, users });
}

function start(product: Product, client: Client, ...options: string[]): Program {
  const given = ['import', 'account', '--from', product.url, '--account', client.owner.account.id];
  return new Program('cli.ts', [...given, ...(options.includes('--key') ? [] : ['--key', key]), ...options], {
    DATABASE_URL: app.databaseUrl,
    ALLOW_INSECURE_WEBHOOKS: 'on',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  });
}

function move(product: Product, client: Client, ...options: string[]): Promise<Ending> {
  return start(product, client, ...options).ended;
}

/** Returns the columns of a line of the report. */
function counted(report: string, kind: string): number[] {
  const line = report.split('\n').find((each) => each.startsWith(`${kind} `)) ?? '';
  return line.trim().split(/\s+/).slice(1).map(Number);
}

/** Reads every session of a coupon over REST, as the source shows them. */
async function sessionsHere(client: Client, campaign: string): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  let last = Number.POSITIVE_INFINITY;
  for (let page = 1; ; page += 1) {
    const { data } = (await client.rest('/v3/campaign/data', { campaign, page })).body;
    for (const item of data) {
      expect(Number(item.sequenceid)).toBeLessThan(last);
      last = Number(item.sequenceid);
      found.set(item.session, item);
    }
    if (data.length < 100) return found;
  }
}

const sessionFields = [
  ...['customid', 'firstname', 'lastname', 'email', 'phone', 'customfield1', 'customfield7', 'money_spent'],
];
const statusFields = [
  ...['created_date_utc', 'opened', 'open_date_utc', 'claimed', 'claim_date_utc', 'claimtype', 'validated'],
  ...['validation_date_utc', 'own_validation_code', 'voided', 'voided_date_utc', 'unvoided_date_utc', 'locked'],
];

function picked(item: Record<string, unknown> | undefined, fields: readonly string[]): unknown {
  return Object.fromEntries(fields.map((field) => [field, item?.[field]]));
}

async function expectAll(client: Client, { account }: Product): Promise<void> {
  for (const [campaign, sessions] of account.sessions) {
    const here = await sessionsHere(client, campaign);
    expect(here.size).toBe(sessions.length);
    const inOrder = [...here.values()];
    for (const [index, item] of sessions.entries()) {
      const found = inOrder[index];
      if (/^[0-9a-z]{21}$/.test(String(item.session))) expect(found?.session).toBe(item.session);
      expect(picked(found, sessionFields)).toEqual(picked(item, sessionFields));
      expect(picked(found?.status as never, statusFields)).toEqual(picked(item.status as never, statusFields));
    }
  }
  const users = (await client.rest('/v4/loyalty/loyalty-cards/7/stats?include_voided=true', undefined, {}, 'GET')).body;
  const fields = [
    'first_name',
    'last_name',
    'city',
    'phone',
    'email',
    'custom_1',
    'stamps',
    'points',
    'created_at',
    'voided_at',
  ];
  expect(users.map((user: never) => picked(user, fields))).toEqual(account.users.map((user) => picked(user, fields)));
  const rewardFields = ['name', 'added_at', 'expired_at', 'used_at'];
  expect(
    users.map(({ rewards }: { rewards: never[] }) => rewards.map((reward) => picked(reward, rewardFields))),
  ).toEqual(account.users.map(({ rewards }) => (rewards as never[]).map((reward) => picked(reward, rewardFields))));
  expect((await verifyLedgers(app.database)).disagreements).toEqual([]);
  await countAll(app.database, client);
  expect((await recountStatistics(app.database)).differences).toEqual([]);
}

test('a move that is killed five times stores every session and user once', { timeout: 1_800_000 }, async () => {
  const product = await startProduct(Number(MOVE_SESSIONS), Number(MOVE_USERS));
  const client = await app.client();
  const stored = async (table: string) => {
    const where = `FROM ${table} WHERE account_id = ?`;
    const [found] = await app.database.rows<{ amount: number }>(`SELECT COUNT(*) AS amount ${where}`, [
      client.owner.account.id,
    ]);
    return Number(found?.amount);
  };
  for (let kill = 1; kill <= 5; kill += 1) {
    const running = start(product, client);
    const [table, amount] =
      kill < 5 ? ['coupon_sessions', ((kill - 1) * Number(MOVE_SESSIONS)) / 5] : ['loyalty_memberships', 0];
    await expect.poll(() => stored(table), { timeout: 600_000, interval: 5 }).toBeGreaterThan(amount);
    await running.stop('SIGKILL');
  }

  const begun = performance.now();
  const { code, output, errors } = await move(product, client);
  if (process.env.MOVE_SESSIONS) console.log(`${output}last run: ${Math.round(performance.now() - begun)} ms`);

  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(counted(output, 'sessions')).toEqual([Number(MOVE_SESSIONS), Number(MOVE_SESSIONS), 0, 0, 0]);
  expect(counted(output, 'users')).toEqual([Number(MOVE_USERS), Number(MOVE_USERS), 0, 0, 0]);
  await expectAll(client, product);
});

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
  await expectAll(client, product);
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
  expect(unknown.body.status.errors.error_code).toEqual([301]);
});

test('a till finds a printed code, and redeems it once', async () => {
  const product = await startProduct();
  const client = await app.client();
  await move(product, client);
  const till = await tillOf(app, client.owner);

  const found = await till.graphql(documents.find, { code: '0RYE1' });
  const [{ session }] = found.data.findSession as [{ session: string }];
  const first = await till.graphql(documents.redeem, { input: { session } });
  const second = await (await tillOf(app, client.owner)).graphql(documents.redeem, { input: { session } });

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
  await expectAll(first, product);
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
