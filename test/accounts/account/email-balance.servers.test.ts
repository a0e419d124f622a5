import { expect, test } from 'vitest';
import { addEmails, takeEmail } from '../../../src/accounts/account/email-balance.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';

const app = useApp();
const topUp = 'mutation ($amount: Int!) { topUpEmailBalance(input: { amount: $amount }) { id emailBalance } }';

async function balanceOf(client: Client): Promise<number> {
  return (await client.graphql('{ viewer { account { emailBalance } } }')).data.viewer.account.emailBalance;
}

test('an account tops up its balance and sees the new balance at once', async () => {
  const client = await app.client();
  expect(await balanceOf(client)).toBe(0);

  const { data } = await client.graphql(topUp, { amount: 2 });
  expect(data.topUpEmailBalance).toEqual({ id: client.owner.account.id, emailBalance: 2 });
  await client.graphql(topUp, { amount: 3 });
  await app.database.transaction((transaction) => takeEmail(transaction, client.owner.account.id));
  expect(await balanceOf(client)).toBe(4);
});

test('a parent tops up a subaccount, which records an event', async () => {
  const parent = await app.client();
  const { owner } = await app.client({ parent: parent.owner.account });

  await parent.with({ ...parent.headers, 'X-Account': owner.account.id }).graphql(topUp, { amount: 7 });
  expect(await balanceOf(parent)).toBe(0);
  const events = await eventsOf(app.database, { accountId: owner.account.id });
  expect(events).toMatchObject([{ kind: 'SUBACCOUNT', type: 'subaccount_updated', data: { emailBalance: 7 } }]);
});

test.for([0, -1, 1_000_000_001])('the mutation refuses an amount of %s', async (amount) => {
  const { errors } = await (await app.client()).graphql(topUp, { amount });
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
});

test('a top-up cannot exceed the limit of a balance', async () => {
  const client = await app.client();
  await client.graphql(topUp, { amount: 1_000_000_000 });
  await client.graphql(topUp, { amount: 1_000_000_000 });

  const { errors } = await client.graphql(topUp, { amount: 147_483_648 });
  expect(errors[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
  expect(await balanceOf(client)).toBe(2_000_000_000);
});

test('simultaneous senders together cannot take more emails than the balance holds', async () => {
  const { owner } = await app.client();
  const { id } = owner.account;
  await app.database.transaction((transaction) => addEmails(transaction, id, 5));

  const taken = await Promise.allSettled(
    Array.from({ length: 12 }, () => app.database.transaction((transaction) => takeEmail(transaction, id))),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const reasons = taken.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(new Set(reasons)).toEqual(new Set(['EMAIL_BALANCE_EMPTY']));
});
