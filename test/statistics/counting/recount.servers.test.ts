import { expect, test } from 'vitest';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { sequence } from '../../support/events.ts';
import { runStep } from '../../support/jobs.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { change, makeCard, makeUser } from '../../support/make-loyalty.ts';
import { countAll } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();

const transition = (client: Client, name: string, session: string) =>
  client.graphql(`mutation { ${name}(input: { session: "${session}" }) { session } }`);

test('events that are not counted yet are no differences, with and without a position', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  await countAll(app.database, client);
  const { counted } = await recountStatistics(app.database);

  await transition(client, 'validateCouponSession', session);
  const user = await makeUser(app.database, client.owner, { card: await makeCard(app.database, client.owner) });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'STAMPS', amount: 7 });
  await makeDirectoryUser(app.database, client.owner, { directory: await makeDirectory(app.database, client.owner) });
  const unpositioned = await recountStatistics(app.database);
  expect(unpositioned).toMatchObject({ counted, differences: [] });
  expect(unpositioned.waiting).toBeGreaterThan(3);

  await sequence(app.database, client.owner.account);
  await transition(client, 'voidCouponSession', session);
  expect(await recountStatistics(app.database)).toMatchObject({
    counted,
    waiting: unpositioned.waiting + 1,
    differences: [],
  });

  await countAll(app.database, client);
  expect(await recountStatistics(app.database)).toMatchObject({
    counted: counted + unpositioned.waiting + 1,
    waiting: 0,
    differences: [],
  });
  await app.database.transaction(({ change: write }) =>
    write('UPDATE statistics_totals SET claimed = 5 WHERE campaign_id = ?', [couponId]),
  );
  expect((await recountStatistics(app.database)).differences).toContainEqual({
    campaign: couponId,
    what: 'claimed is 5, but there are 1 (claimed)',
  });
});

test('the sessions of a job that has not ended are no differences', async () => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  await client.graphql(
    `mutation { createCouponSessionsJob(input: { coupon: "${id}", amount: 12000, status: VOIDED }) { id } }`,
  );
  await runStep(app.database);
  const [created] = await app.database.rows<{ amount: number }>(
    'SELECT COUNT(*) AS amount FROM coupon_sessions WHERE coupon_id = ?',
    [id],
  );
  expect(created?.amount).toBeGreaterThan(0);
  expect(created?.amount).toBeLessThan(12_000);

  const { differences } = await recountStatistics(app.database);

  expect(differences.filter(({ campaign }) => campaign === id)).toEqual([]);
});
