import { expect, test } from 'vitest';
import { recountStatistics } from '../../../src/statistics/counting/recount.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { runCommand } from '../../support/command.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeDirectory, makeDirectoryUser } from '../../support/make-directories.ts';
import { change, makeCard, makeUser } from '../../support/make-loyalty.ts';

import { countAll } from '../../support/statistics.ts';

const app = useAppWithDatabaseOfItsOwn();

test('a recount finds nothing while statistics are right, and then every difference', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const kept = await makeSession(app.database, client.owner, { coupon });
  const { session, couponId } = await makeSession(app.database, client.owner);
  for (const name of ['claimCouponSession', 'validateCouponSession'])
    await client.graphql(`mutation { ${name}(input: { session: "${session}" }) { session } }`);
  await client.graphql(
    `mutation { deleteCouponSession(input: { coupon: "${couponId}", session: "${session}" }) { session } }`,
  );
  const user = await makeUser(app.database, client.owner, { card: await makeCard(app.database, client.owner) });
  await change(app.database, client.owner, user, { action: 'ADD', unit: 'STAMPS', amount: 7 });
  const directory = await makeDirectory(app.database, client.owner);
  await makeDirectoryUser(app.database, client.owner, { directory });
  await countAll(app.database, client);

  expect(await recountStatistics(app.database)).toMatchObject({ campaigns: 4, waiting: 0, differences: [] });
  const verify = () => runCommand(['statistics', 'verify'], { DATABASE_URL: app.databaseUrl });
  expect(await verify()).toMatchObject({ code: 0, output: '4 campaigns, 0 differences\n' });
  await makeSession(app.database, client.owner, { coupon });
  expect(await verify()).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^counted up to position \d+, 1 events wait for a worker\n4 campaigns, 0 differences\n$/,
    ),
  });

  await app.database.transaction(({ change: write }) =>
    write('UPDATE statistics_totals SET claimed = 1 WHERE campaign_id = ?', [kept.couponId]),
  );
  const { differences } = await recountStatistics(app.database);

  expect(differences.filter(({ campaign }) => campaign === kept.couponId)).toEqual([
    { campaign: kept.couponId, what: 'claimed is 1, but there are 0 (claimed)' },
    { campaign: kept.couponId, what: 'the total of claimed is 1, but the sum of its quarter hours is 0' },
    { campaign: kept.couponId, what: 'the total of claimed is 1, but the sum of its hours is 0' },
  ]);
  expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('claimed is 1, but there are 0') });
});
