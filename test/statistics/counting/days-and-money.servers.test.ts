import { expect, test } from 'vitest';
import { type Instant, toInstant } from '../../../src/kernel/values/instant.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { countAll, nonZero } from '../../support/statistics.ts';

// No other test counts the events before they have their times.
const app = useAppWithDatabaseOfItsOwn();

test.each([
  ['a day of 24 hours, 5:30 before UTC', 'Asia/Kolkata', '2026-03-01', '2026-02-28T18:30Z', '2026-03-01T18:30Z'],
  ['a day of 24 hours, 5:45 before UTC', 'Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15Z', '2026-03-01T18:15Z'],
  ['a day of 23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['a day of 25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ['a day of 23 hours, 3:30 after UTC', 'America/St_Johns', '2026-03-08', '2026-03-08T03:30Z', '2026-03-09T02:30Z'],
  ['a day of 24 and a half hours', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', '2026-04-05T13:30Z'],
])('%s in %s has what happened from its first to its last millisecond', async (_, timezone, day, start, end) => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner, { timezone });
  const [first, last] = [Date.parse(start), Date.parse(end)];
  for (const [time, money] of [
    [first - 1, '1000000'],
    [first, '0.1'],
    [last - 1, '0.2'],
    [last, '2000000'],
  ] as const) {
    const { session } = await makeSession(app.database, client.owner, { coupon });
    await validate(client, session, money, toInstant(new Date(time)));
  }
  await countAll(app.database, client);

  const { data } = await client.graphql(
    `query ($id: ID!, $day: String) { campaignStatistics(campaign: $id, from: $day, to: $day, by: DAY) {
       points { start end counts { validated claimed moneySpent } } totals { moneySpent } } }`,
    { id: coupon.id, day },
  );

  const { points, totals } = data.campaignStatistics;
  expect(points).toHaveLength(1);
  expect([points[0].start, points[0].end].map(Date.parse)).toEqual([first, last]);
  expect(nonZero(points[0].counts)).toMatchObject({ validated: 2, moneySpent: '0.300' });
  expect(totals.moneySpent).toBe('3000000.300');
});

test('many small amounts and the largest one make an exact sum, and what is taken back counts on its own', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const amounts = [...Array(30).fill('0.1'), ...Array(10).fill('0.001'), '999999999999.999', '0', '5'];
  const at = toInstant(new Date());
  for (const money of amounts) {
    const { session } = await makeSession(app.database, client.owner, { coupon });
    await validate(client, session, money, at);
    if (money === '5')
      await client.graphql(`mutation { unvalidateCouponSession(input: { session: "${session}" }) { session } }`);
  }
  await countAll(app.database, client);

  const { data } = await client.graphql(
    'query ($id: ID!) { campaignStatistics(campaign: $id) { totals { validated moneySpent moneyUnvalidated } } }',
    { id: coupon.id },
  );

  expect(data.campaignStatistics.totals).toEqual({
    ...{ validated: String(amounts.length), moneySpent: '1000000000008.009', moneyUnvalidated: '5.000' },
  });
});

/** Validates a session as if it had happened at another time. */
async function validate(client: Client, session: string, moneySpent: string, at: Instant): Promise<void> {
  const { codes } = await client.graphql(
    'mutation ($i: ValidateCouponSessionInput!) { validateCouponSession(input: $i) { session } }',
    { i: { session, data: { moneySpent } } },
  );
  expect(codes).toEqual([]);
  await app.database.transaction(({ change }) =>
    change("UPDATE events SET created_at = ? WHERE session = ? AND type = 'coupon_validated'", [at, session]),
  );
}
