import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { beginOf, quarterOf, Tally } from '../../../src/statistics/tally/tally.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeDirectory } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';

const app = useApp();

/** What each quarter hour around the changes of the clocks counts. */
const counted = [...quartersBetween('2026-03-20', '2026-04-12'), ...quartersBetween('2026-10-01', '2026-11-05')].map(
  (quarter, index) => ({ quarter, claimed: index % 97, moneySpent: index }),
);

function quartersBetween(from: string, to: string): number[] {
  const [first, end] = [quarterOf(`${from} 00:00:00`), quarterOf(`${to} 00:00:00`)];
  return Array.from({ length: end - first }, (_, index) => first + index);
}

async function countInto(client: Client, campaignId: string): Promise<void> {
  const tally = new Tally();
  const place = { accountId: client.owner.account.id, campaignId };
  for (const { quarter, claimed, moneySpent } of counted) tally.add(place, quarter, { claimed, moneySpent });
  await app.database.transaction((transaction) => tally.store(transaction));
}

const instant = (iso: string) => quarterOf(iso.replace('T', ' '));

const zones = [
  ...['Europe/Berlin', 'Asia/Kathmandu', 'Asia/Kolkata', 'Pacific/Chatham', 'Australia/Lord_Howe'],
  ...['America/St_Johns', 'America/Havana', 'Pacific/Apia', 'UTC'],
];

test.each(zones)('every hour, day, week and month has exactly its quarter hours in %s', async (timezone) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { timezone });
  await countInto(client, id);

  for (const [by, from, to] of [
    ['HOUR', '2026-03-25', '2026-04-10'],
    ['HOUR', '2026-10-02', '2026-11-04'],
    ['DAY', '2026-03-21', '2026-10-31'],
    ['WEEK', '2026-03-21', '2026-11-04'],
    ['MONTH', '2026-03-21', '2026-11-04'],
  ]) {
    const { data, codes } = await client.graphql(
      `{ campaignStatistics(campaign: "${id}", from: "${from}", to: "${to}", by: ${by}) {
           timezone counts { claimed } points { start end counts { claimed moneySpent created } } } }`,
    );
    expect(codes).toEqual([]);
    const { points, counts } = data.campaignStatistics;
    const expected = points.map(({ start, end }: { start: string; end: string }) =>
      sumBetween(instant(start), instant(end)),
    );
    expect(points.map(({ counts: each }: { counts: object }) => each)).toEqual(expected);
    expect(counts.claimed).toBe(
      String(expected.reduce((sum: number, { claimed }: { claimed: string }) => sum + Number(claimed), 0)),
    );
    expect(data.campaignStatistics.timezone).toBe(timezone);
  }
});

function sumBetween(from: number, to: number) {
  const within = counted.filter(({ quarter }) => quarter >= from && quarter < to);
  const money = within.reduce((sum, each) => sum + each.moneySpent, 0);
  return {
    claimed: String(within.reduce((sum, each) => sum + each.claimed, 0)),
    moneySpent: (money / 1000).toFixed(3),
    created: '0',
  };
}

test('the account has the sums of its campaigns, in days of its own time zone', async () => {
  const client = await app.client({ timezone: 'Asia/Tokyo' });
  await countInto(client, (await makeCoupon(app.database, client.owner, { timezone: 'UTC' })).id);
  await countInto(client, (await makeDirectory(app.database, client.owner)).id);
  const card = await makeCard(app.database, client.owner);
  await countInto(client, card.id);

  const { data } = await client.graphql(
    `{ accountStatistics(from: "2026-04-01", to: "2026-04-01") { timezone by points { start counts { claimed } } }
       campaignStatistics(campaign: "${card.id}") { timezone } }`,
  );

  const first = quarterOf('2026-03-31 15:00');
  const claimed = String(3 * Number(sumBetween(first, first + 96).claimed));
  const points = [{ start: '2026-03-31T15:00:00.000Z', counts: { claimed } }];
  expect(data.accountStatistics).toEqual({ timezone: 'Asia/Tokyo', by: 'DAY', points });
  expect(data.campaignStatistics).toEqual({ timezone: 'Asia/Tokyo' });
});

test('a number of days, and as many right before them', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { timezone: 'Europe/Berlin' });
  await countInto(client, id);

  const { data } = await client.graphql(
    `{ campaignStatistics(campaign: "${id}", to: "2026-04-01", days: 4) {
         from to counts { claimed } previous { from to counts { claimed } points { start } } } }`,
  );

  const sum = (from: string, to: string) => sumBetween(instant(from), instant(to)).claimed;
  const { previous, ...now } = data.campaignStatistics;
  const claimed = sum('2026-03-28T23:00', '2026-04-01T22:00');
  // The clocks changed on 29 March.
  expect(now).toEqual({ from: '2026-03-29', to: '2026-04-01', counts: { claimed } });
  expect(previous).toMatchObject({ from: '2026-03-25', to: '2026-03-28' });
  expect(previous.counts).toEqual({ claimed: sum('2026-03-24T23:00', '2026-03-28T23:00') });
  expect(previous.points).toHaveLength(4);
});

test('sums beyond 2^53 are shown as numbers', async () => {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);
  const tally = new Tally();
  const place = { accountId: client.owner.account.id, campaignId: id };
  tally.add(place, quarterOf(beginOf(1)), { pointsAdded: 1e300, moneySpent: 1e300 });
  await app.database.transaction((transaction) => tally.store(transaction));

  const { data, codes } = await client.graphql('{ accountStatistics { totals { pointsAdded moneySpent } } }');

  expect(codes).toEqual([]);
  expect(data.accountStatistics.totals).toEqual({ pointsAdded: '9007199254740991', moneySpent: '9007199254740.991' });
});

test.each([
  ['from: "2026-02-30"', ['INVALID_INPUT']],
  ['from: "yesterday"', ['INVALID_INPUT']],
  ['from: "2026-01-02", to: "2026-01-01"', ['INVALID_INPUT']],
  ['from: "1000-01-01", by: MONTH', ['INVALID_INPUT']],
  ['to: "9999-12-31"', []],
  ['from: "2020-01-01", by: HOUR', ['INVALID_INPUT']],
  ['from: "2026-01-01", days: 3', ['INVALID_INPUT']],
  ['days: 0', ['INVALID_INPUT']],
  ['days: 3654, by: MONTH', ['INVALID_INPUT']],
  ['days: 3653, by: MONTH', []],
])('%s gives %j', async (given, codes) => {
  const client = await app.client();

  expect((await client.graphql(`{ accountStatistics(${given}) { from } }`)).codes).toEqual(codes);
});

test('the address of the CSV gives the points to everyone who has it, as long as the key is valid', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner, { timezone: 'UTC' });
  await countInto(client, id);
  const analyst = await app.client({ account: client.owner.account, scopes: ['READ'] });
  const { data } = await analyst.graphql(
    `{ campaignStatistics(campaign: "${id}", from: "2026-03-20", to: "2026-03-21") { csvUrl } }`,
  );

  const response = await fetch(data.campaignStatistics.csvUrl);

  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="statistics.csv"');
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
  const begin = quarterOf('2026-03-20 00:00');
  expect(rows).toMatchObject(
    [0, 96].map((after) => {
      const { claimed, moneySpent } = sumBetween(begin + after, begin + after + 96);
      return { claimed, money_spent: moneySpent, created: '0' };
    }),
  );
  expect(rows[1]).toMatchObject({ start: '2026-03-21T00:00:00.000Z', end: '2026-03-22T00:00:00.000Z' });
  await client.graphql('mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { id } }', { id: analyst.owner.keyId });
  expect((await fetch(data.campaignStatistics.csvUrl)).status).toBe(404);
});

test('the totals of a page of coupons are read together', async () => {
  const client = await app.client();
  const amount = 50;
  const ids: string[] = [];
  for (let index = 0; index < amount; index += 1) ids.push((await makeCoupon(app.database, client.owner)).id);
  const tally = new Tally();
  for (const [index, campaignId] of ids.entries())
    tally.add({ accountId: client.owner.account.id, campaignId }, 1_900_000, { claimed: index });
  await app.database.transaction((transaction) => tally.store(transaction));

  // On a server, lookups have connections of their own.
  const statements = [...new Set([app.database, app.database.lookups])].map((database) => vi.spyOn(database, 'rows'));
  const { data } = await client.graphql('{ coupons(first: 50) { nodes { id totals { claimed } } } }');
  const reading = statements.flatMap(({ mock }) => mock.calls).filter(([sql]) => sql.includes('statistics_totals'));
  for (const spy of statements) spy.mockRestore();

  const claimed = Object.fromEntries(
    data.coupons.nodes.map(({ id, totals }: { id: string; totals: { claimed: string } }) => [id, totals.claimed]),
  );
  expect(claimed).toEqual(Object.fromEntries(ids.map((id, index) => [id, String(index)])));
  // A busy process may pause while it resolves the page, and then reads the rest with another statement.
  expect(reading.length).toBeLessThan(amount / 5);
});
