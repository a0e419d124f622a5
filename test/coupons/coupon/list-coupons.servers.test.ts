import { expect, test } from 'vitest';
import { blankCoupon, coupons } from '../../../src/coupons/coupon/coupon.ts';
import { insertRows } from '../../../src/kernel/database/rows.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeFolder } from '../../support/make.ts';

const app = useApp();

const query = `query ($filter: CouponFilter, $first: Int, $after: String, $last: Int, $before: String) {
  coupons(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

test('the list shows coupons newest first, without deleted ones and those of other accounts', async () => {
  const client = await app.client();
  const at = (day: number) => `2026-01-0${day} 00:00:00.000`;
  await makeCoupon(app.database, (await app.client()).owner);
  await makeCoupon(app.database, client.owner, { createdAt: at(4), deletedAt: at(5) });
  const second = await makeCoupon(app.database, client.owner, { createdAt: at(2) });
  const third = await makeCoupon(app.database, client.owner, { createdAt: at(3), status: 'EXAMPLE' });
  const first = await makeCoupon(app.database, client.owner, { createdAt: at(1) });
  await expectListed(client, {}, {}, [third.id, second.id, first.id]);
  await expectListed(client, { only_active: true }, { status: 'ACTIVE' }, [second.id, first.id]);
});

test('the folder filter finds the coupons of a folder', async () => {
  const client = await app.client();
  const [one, other] = await Promise.all([
    makeFolder(app.database, client.owner),
    makeFolder(app.database, client.owner),
  ]);
  const { id } = await makeCoupon(app.database, client.owner, { folder: one.id });
  await makeCoupon(app.database, client.owner);
  await expectListed(client, { folder: one.id }, { folder: one.id }, [id]);
  await expectListed(client, { folder: other.id }, { folder: other.id }, []);
});

test('the tags filter finds coupons with any of the given tags', async () => {
  const client = await app.client();
  const at = (day: number) => `2026-01-0${day} 00:00:00.000`;
  const summer = await makeCoupon(app.database, client.owner, { tags: ['summer', 'bread'], createdAt: at(1) });
  const winter = await makeCoupon(app.database, client.owner, { tags: ['winter'], createdAt: at(2) });
  await makeCoupon(app.database, client.owner, { tags: ['Summer'], createdAt: at(3) });
  await expectListed(client, { tags: 'summer' }, { tags: ['summer'] }, [summer.id]);
  await expectListed(client, { tags: ' winter , bread,' }, { tags: ['winter', 'bread'] }, [winter.id, summer.id]);
  await expectListed(client, { tags: 'spring' }, { tags: ['spring'] }, []);
});

test('the list combines all conditions', async () => {
  const client = await app.client();
  const folder = await makeFolder(app.database, client.owner);
  const given = { folder: folder.id, tags: ['bread'] };
  const { id } = await makeCoupon(app.database, client.owner, given);
  await makeCoupon(app.database, client.owner, { ...given, status: 'EXAMPLE' });
  await makeCoupon(app.database, client.owner, { folder: folder.id });
  await makeCoupon(app.database, client.owner, { tags: ['bread'] });
  const filter = { status: 'ACTIVE', folder: folder.id, tags: ['bread'] };
  await expectListed(client, { only_active: '1', folder: folder.id, tags: 'bread' }, filter, [id]);
});

test('an unknown category has no coupons', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner);
  await expectListed(client, { category: 'cat_000000000000' }, { category: 'cat_000000000000' }, []);
});

test('coupon/list returns more coupons than a page of the connection, and cursors page through ties', async () => {
  const client = await app.client();
  const made = Array.from({ length: 1003 }, () =>
    Object.assign(blankCoupon(client.owner.account.id, 'UTC'), { createdAt: '2026-01-01 00:00:00.000' }),
  );
  await app.database.transaction(async (transaction) => {
    for (const part of [made.slice(0, 500), made.slice(500)]) await insertRows(transaction, coupons, part);
  });
  const expected = made
    .map(({ id }) => id)
    .sort()
    .reverse();

  const { body } = await client.rest('/v3/coupon/list');
  expect(body.coupon_info.map(({ ID }: { ID: string }) => ID)).toEqual(expected);

  const first = (await client.graphql(query, { first: 1000 })).data.coupons;
  const rest = (await client.graphql(query, { first: 1000, after: first.pageInfo.endCursor })).data.coupons;
  expect([...first.nodes, ...rest.nodes].map(({ id }: { id: string }) => id)).toEqual(expected);
  expect([first.pageInfo.hasNextPage, rest.pageInfo.hasNextPage]).toEqual([true, false]);
  const last = (await client.graphql(query, { last: 2 })).data.coupons;
  const before = (await client.graphql(query, { last: 2, before: last.pageInfo.startCursor })).data.coupons;
  expect([...before.nodes, ...last.nodes].map(({ id }: { id: string }) => id)).toEqual(expected.slice(-4));
});

async function expectListed(client: Client, fields: object, filter: object, ids: string[]): Promise<void> {
  const { body } = await client.rest('/v3/coupon/list', fields);
  expect(body.coupon_info.map(({ ID }: { ID: string }) => ID)).toEqual(ids);
  const { data } = await client.graphql(query, { filter });
  expect(data.coupons.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
}
