import { expect, test } from 'vitest';
import type { Scope } from '../../../src/api/scope.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';

const app = useApp();

const mutation = `mutation ($i: BatchUpdateCouponSessionsInput!) { batchUpdateCouponSessions(input: $i) { updated } }`;

test.each<[operation: string | null, needed: Scope, other: Scope]>([
  ['claim', 'REDEEM', 'WRITE'],
  ['void', 'WRITE', 'REDEEM'],
  ['lock', 'WRITE', 'REDEEM'],
  ['activate', 'WRITE', 'REDEEM'],
  [null, 'WRITE', 'REDEEM'],
])('a batch with the operation %s needs the scope %s, and %s alone is refused', async (operation, needed, other) => {
  const owner = await app.client();
  const coupon = await makeCoupon(app.database, owner.owner);
  const facts = operation === 'lock' ? { claimed: true } : {};
  const sequences = [1, 2].map(
    async () => (await makeSession(app.database, owner.owner, { coupon, ...facts })).sequence,
  );
  const [ofGraphql, ofRest] = await Promise.all(sequences);
  const clients = await Promise.all(
    [other, needed].map((scope) => app.client({ account: owner.owner.account, scopes: [scope] })),
  );
  const call = async (client: (typeof clients)[number]) => {
    const data = operation === 'claim' || operation === null ? { customField1: 'Rye' } : undefined;
    const { codes, status } = await client.rest('/v3/batch/update', {
      campaign: coupon.id,
      startsequence: ofRest,
      endsequence: ofRest,
      ...(operation && { operation }),
      ...(data && { customfield1: data.customField1 }),
    });
    const input = { coupon: coupon.id, startSequence: ofGraphql, endSequence: ofGraphql, data };
    const answer = await client.graphql(mutation, { i: { ...input, operation: operation?.toUpperCase() } });
    return { rest: [status, codes], graphql: answer.codes };
  };

  const [refused, done] = [await call(clients[0] as never), await call(clients[1] as never)];

  expect(refused).toEqual({ rest: [403, [1001]], graphql: ['FORBIDDEN'] });
  expect(done).toEqual({ rest: [200, []], graphql: [] });
});
