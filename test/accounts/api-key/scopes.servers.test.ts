import { expect, test } from 'vitest';
import type { Scope } from '../../../src/api/scope.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';

const app = useApp();

/** The permitted groups of operations by scopes: read, write, redeem and admin. */
const allowed: [Scope[], string][] = [
  [['READ'], 'read'],
  [['WRITE'], 'read write'],
  [['REDEEM'], 'read redeem'],
  [['WRITE', 'REDEEM'], 'read write redeem'],
  [['SEND'], ''],
  [['ADMIN'], 'admin'],
  [['READ', 'ADMIN'], 'read admin'],
];

test.for(allowed)('by REST a key with the scopes %o may %s', async ([scopes, may]) => {
  const admin = await app.client();
  const client = await app.client({ account: admin.owner.account, scopes });
  const coupon = await makeCoupon(app.database, client.owner, { status: 'ACTIVE' });
  const { session } = await makeSession(app.database, client.owner, { coupon });
  const update = (fields: object) => client.rest('/v3/couponsession/update', { couponsession: session, ...fields });
  const answers = {
    read: [
      await client.rest('/v3/coupon/list'),
      await client.rest('/v3/couponsession/data', { couponsession: session }),
    ],
    write: [
      await client.rest('/v3/coupon/status', { campaign: coupon.id, status: 'example' }),
      await client.rest('/v3/singleuse/create', { campaign: coupon.id }),
      await update({ customfield1: 'x' }),
      await update({ operation: 'void' }),
      await update({ operation: 'activate' }),
    ],
    redeem: [
      await update({ operation: 'claim' }),
      await update({ operation: 'validate', customfield1: 'x' }),
      await update({ operation: 'unvalidate' }),
    ],
  };
  for (const [what, each] of Object.entries(answers)) {
    const expected = may.split(' ').includes(what) ? [200, []] : [403, [1001]];
    expect([what, ...each.map(({ status, codes }) => [status, codes])]).toEqual([what, ...each.map(() => expected)]);
  }
});

test.for(allowed)('by GraphQL a key with the scopes %o may %s', async ([scopes, may]) => {
  const client = await app.client({ scopes });
  const { session } = await makeSession(app.database, client.owner);
  const answers = {
    read: await client.graphql('{ viewer { scopes } coupons { nodes { id } } }'),
    write: await client.graphql('mutation { createFolder(input: { name: "x" }) { id } }'),
    redeem: await client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { session } }', {
      s: session,
    }),
    admin: await client.graphql('mutation { updateAccount(input: { name: "Test" }) { id } }'),
  };
  const codes = Object.entries(answers).map(
    ([
      what,
      {
        codes: [code],
      },
    ]) => [what, code],
  );
  const expected = Object.keys(answers).map((what) => [what, may.split(' ').includes(what) ? undefined : 'FORBIDDEN']);
  expect(codes).toEqual(expected);
});

test('a refused call changes nothing', async () => {
  const client = await app.client({ scopes: ['READ'] });
  const { session } = await makeSession(app.database, client.owner);
  await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  await client.graphql('mutation ($s: ID!) { voidCouponSession(input: { session: $s }) { session } }', { s: session });
  const { body } = await client.rest('/v3/couponsession/data', { couponsession: session });
  expect(body.data.status).toMatchObject({ claimed: '0', voided: '0' });
});
