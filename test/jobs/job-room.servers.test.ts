import { expect, onTestFinished, test } from 'vitest';
import { deleteRows } from '../../src/kernel/database/rows.ts';
import { jobs } from '../../src/kernel/jobs/job.ts';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';

const app = useApp();

test('an account has at most 50 unfinished jobs, even when it creates them simultaneously', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const accountId = client.owner.account.id;
  onTestFinished(async () => {
    await app.database.transaction((transaction) => deleteRows(transaction, jobs, { accountId }));
  });

  const answers = await start(client, 60);

  expect(answers.flatMap(({ codes }) => codes)).toEqual(Array(10).fill('TOO_MANY_JOBS'));
  const [{ id }] = answers.flatMap(({ data }) => data?.job ?? []);
  await client.graphql(`mutation { pauseJob(input: { id: "${id}" }) { id } }`);
  expect((await start(client, 1))[0]?.codes, 'with a paused job').toEqual(['TOO_MANY_JOBS']);
  await client.graphql(`mutation { cancelJob(input: { id: "${id}" }) { id } }`);
  expect((await start(client, 1))[0]?.codes, 'after a cancellation').toEqual([]);

  const [started] = await start(other, 1);
  expect(started?.codes, 'by another account').toEqual([]);
  await other.graphql(`mutation { cancelJob(input: { id: "${started?.data.job.id}" }) { id } }`);
});

async function start(client: Client, amount: number) {
  const { id } = await makeCoupon(app.database, client.owner);
  const query = `mutation { job: createCouponSessionsJob(input: { coupon: "${id}", amount: 1 }) { id } }`;
  return Promise.all(Array.from({ length: amount }, () => client.graphql(query)));
}
