import { expect, test } from 'vitest';
import { columnsOf, selectList } from '../../../src/kernel/database/columns.ts';
import { bind } from '../../../src/kernel/database/statement.ts';
import { type Event, events } from '../../../src/kernel/event-log/event.ts';
import { recording } from '../../../src/payloads/event-kinds.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';

const app = useApp();

test('an event of a session contains the session item as it is after the change', async () => {
  const client = await app.client();
  const coupon = await createCoupon(client, { name: 'Bread', expiry: { fixed: { at: '2030-01-31 12:00:00' } } });
  const created = await client.graphql(
    `mutation ($coupon: ID!) { createSingleUseUrl(input: { coupon: $coupon, firstName: "Ada", email: "ada@example.com",
      customField3: "rye" }) { session { session } } }`,
    { coupon },
  );
  const { session } = created.data.createSingleUseUrl.session;
  const claim = `mutation ($session: ID!) { claimCouponSession(input: { session: $session, data: { moneySpent: "2.5" } }) { session } }`;
  await client.graphql(claim, { session });

  const events = await recordsOf(client, { kind: 'COUPON' });

  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(events.map(({ type }) => type)).toEqual(['coupon_session_created', 'coupon_claimed']);
  expect(events[1]?.record).toEqual(body.data);
  expect(events[0]?.record).toMatchObject({
    firstname: 'Ada',
    money_spent: '',
    status: { claimed: '0', claimtype: '' },
  });
});

test('an event of a coupon contains coupon_info as it is after the change', async () => {
  const client = await app.client();
  const coupon = await createCoupon(client, { name: 'Bread', tags: ['sweet', 'rye'], value: '2.50', currency: 'EUR' });
  await client.graphql('mutation ($id: ID!) { lockCoupon(input: { id: $id }) { id } }', { id: coupon });

  const events = await recordsOf(client, { kind: 'COUPON_EDIT' });

  const { body } = await client.rest('/v3/coupon/info', { campaign: coupon });
  expect(events.map(({ type }) => type)).toEqual(['coupon_created', 'coupon_edit_locked']);
  expect(events[1]?.record).toEqual(body.coupon_info);
  expect(events[0]?.record).toEqual({ ...body.coupon_info, locked: '0' });
});

test('an event of a bulk creation contains the amount and the range', async () => {
  const client = await app.client();
  const coupon = await createCoupon(client, { name: 'Bread' });
  const create = `mutation ($coupon: ID!) { createSingleUseUrls(input: { coupon: $coupon, amount: 3 }) { sessions { sequenceId } } }`;
  const { data } = await client.graphql(create, { coupon });
  const range = data.createSingleUseUrls.sessions.map(({ sequenceId }: { sequenceId: string }) => Number(sequenceId));

  const events = await recordsOf(client, { kind: 'COUPON_EDIT' });

  expect(events.at(-1)).toMatchObject({
    type: 'coupon_batch_created',
    record: { campaign: coupon, amount: 3, first_sequence_id: range[0], last_sequence_id: range[2] },
  });
});

test('an event of a subaccount contains the account', async () => {
  const client = await app.client();
  const create = 'mutation { createAccount(input: { name: "Branch", timezone: "Europe/Berlin" }) { id } }';
  const { id } = (await client.graphql(create)).data.createAccount;

  expect(await recordsOf(client, { kind: 'SUBACCOUNT' }, id)).toMatchObject([
    {
      type: 'subaccount_created',
      record: { id, name: 'Branch', domain: '', timezone: 'Europe/Berlin', parent: client.owner.account.id },
    },
  ]);
});

async function createCoupon(client: Client, input: object): Promise<string> {
  const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }';
  return (await client.graphql(create, { input })).data.createCoupon.id;
}

async function recordsOf({ owner }: Client, { kind }: { kind: string }, account = owner.account.id) {
  const rows = await app.database.rows<Event>(
    ...bind(
      `SELECT ${selectList(columnsOf(events, 'e'))} FROM events e WHERE e.account_id = :account AND e.kind = :kind ORDER BY e.number`,
      { account, kind },
    ),
  );
  const recordOf = recording(app.url);
  return rows.map((event) => ({ type: event.type, record: recordOf(event) }));
}
