import { expect, test } from 'vitest';
import { createLog } from '../../../src/main/process/log.ts';
import { ProblemCounter } from '../../../src/statistics/counting/problem-counter.ts';
import { CampaignProblem } from '../../../src/vocabulary/campaign-problem.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';

const app = useApp();
const today = 'refusedAttempts { code amount } counts { refused } totals { refused }';

const refusalsOf = async (client: Client, campaign: string) =>
  (await client.graphql(`{ found: campaignStatistics(campaign: "${campaign}") { ${today} } }`)).data.found;

const problemsOfAccount = async (client: Client) =>
  (await client.graphql(`{ found: accountStatistics { ${today} } }`)).data.found;

test('refused attempts count by reason, by campaign and for the account, through both doors', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner, { validated: true });
  const card = await makeCard(app.database, client.owner);
  const user = await makeUser(app.database, client.owner, { card });
  const validate = (more = '') =>
    client.graphql(`mutation { validateCouponSession(input: { session: "${session}"${more} }) { session } }`);

  expect((await validate()).codes).toEqual(['SESSION_ALREADY_VALIDATED']);
  const fields = { couponsession: session, operation: 'validate' };
  expect((await client.rest('/v3/couponsession/update', fields)).codes).toEqual([358]);
  expect((await validate(', dryRun: true')).codes).toEqual(['SESSION_ALREADY_VALIDATED']);
  const unknown = await client.graphql(
    'mutation { claimCouponSession(input: { session: "000000000000000000000" }) { session } }',
  );
  expect(unknown.codes).toEqual(['SESSION_NOT_FOUND']);
  const used = await client.graphql(
    `mutation { adjustLoyaltyBalance(input: { card: "${card.id}", user: "${user.id}", action: REMOVE_STAMPS, amount: 1 }) { id } }`,
  );
  expect(used.codes).toEqual(['BALANCE_TOO_LOW']);

  await app.storeNoted();
  expect(await problemsOfAccount(client)).toEqual({
    refusedAttempts: [
      { code: 'SESSION_ALREADY_VALIDATED', amount: '2' },
      { code: 'BALANCE_TOO_LOW', amount: '1' },
      { code: 'SESSION_NOT_FOUND', amount: '1' },
    ],
    counts: { refused: '4' },
    totals: { refused: '4' },
  });
  expect(await refusalsOf(client, couponId)).toEqual({
    refusedAttempts: [{ code: 'SESSION_ALREADY_VALIDATED', amount: '2' }],
    counts: { refused: '2' },
    totals: { refused: '2' },
  });
  expect((await refusalsOf(client, card.id)).refusedAttempts).toEqual([{ code: 'BALANCE_TOO_LOW', amount: '1' }]);
});

test('of 100 simultaneous claims of one session, 99 count as refused', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const claim = `mutation { claimCouponSession(input: { session: "${session}" }) { session } }`;

  await Promise.all(Array.from({ length: 100 }, () => client.graphql(claim)));

  await app.storeNoted();
  expect((await refusalsOf(client, couponId)).refusedAttempts).toEqual([
    { code: 'SESSION_ALREADY_CLAIMED', amount: '99' },
  ]);
});

test('refusals of two processes add up, and a process keeps those that the database did not take', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  let isAway = true;
  const flaky = {
    ...app.database,
    transaction: ((...call: Parameters<typeof app.database.transaction>) => {
      if (isAway) throw new Error('away');
      return app.database.transaction(...call);
    }) as typeof app.database.transaction,
  };
  const processes = [
    new ProblemCounter(flaky, createLog('silent')),
    new ProblemCounter(app.database, createLog('silent')),
  ];
  for (let count = 0; count < 50; count += 1)
    for (const one of processes) one.note(client.owner.account.id, new CampaignProblem('SESSION_VOIDED', coupon.id));

  await processes[0]?.store();
  isAway = false;
  await Promise.all(processes.map((one) => one.store()));

  expect((await refusalsOf(client, coupon.id)).refusedAttempts).toEqual([{ code: 'SESSION_VOIDED', amount: '100' }]);
});

test('who stores the refusals waits for those that are just being stored', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const attempts = new ProblemCounter(app.database, createLog('silent'));
  attempts.note(client.owner.account.id, new CampaignProblem('SESSION_VOIDED', coupon.id));

  void attempts.store();
  await attempts.store();

  expect((await refusalsOf(client, coupon.id)).refusedAttempts).toEqual([{ code: 'SESSION_VOIDED', amount: '1' }]);
});

test('a process keeps at most 10,000 different refusals', async () => {
  const client = await app.client();
  const attempts = new ProblemCounter(app.database, createLog('silent'));
  for (let count = 0; count < 10_500; count += 1)
    attempts.note(
      client.owner.account.id,
      new CampaignProblem('SESSION_VOIDED', `cam_${String(count).padStart(12, '0')}`),
    );

  await attempts.store();

  expect((await problemsOfAccount(client)).totals).toEqual({ refused: '10000' });
});
