import { expect } from 'vitest';
import type { Database } from '../../../src/kernel/database/database.ts';
import { verifyLedgers } from '../../../src/loyalty/balance/ledger-audit.ts';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import type { Client } from '../../support/client.ts';
import { type Product, productKey, startExistingProduct } from '../../support/existing-product.ts';
import { countAll } from '../../support/statistics.ts';

const key = `${productKey.id}:${productKey.secret}`;

let products = 0;
export async function startProduct(sessions = 300, users = 40): Promise<Product> {
  products += 1;
  return startExistingProduct({ seed: `product ${products}`, sessions, users });
}

/** The words of the command that moves the product into the account of the client. */
export function commandOf(product: Product, { owner }: Client, ...options: string[]): string[] {
  const given = ['import', 'account', '--from', product.url, '--account', owner.account.id];
  return [...given, ...(options.includes('--key') ? [] : ['--key', key]), ...options];
}

export const environmentOf = ({ databaseUrl }: { databaseUrl: string }) => ({
  DATABASE_URL: databaseUrl,
  ALLOW_INSECURE_WEBHOOKS: 'on',
  ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
});

/** Returns the columns of a line of the report. */
export function counted(report: string, kind: string): number[] {
  const line = report.split('\n').find((each) => each.startsWith(`${kind} `)) ?? '';
  return line.trim().split(/\s+/).slice(1).map(Number);
}

/** Reads every session of a coupon over REST, as the source shows them. */
export async function sessionsHere(client: Client, campaign: string): Promise<Map<string, Record<string, unknown>>> {
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

export async function expectAll(database: Database, client: Client, { account }: Product): Promise<void> {
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
  expect((await verifyLedgers(database)).disagreements).toEqual([]);
  await countAll(database, client);
  expect((await recountStatistics(database)).differences).toEqual([]);
}
