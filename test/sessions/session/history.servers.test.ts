import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';

const app = useApp();

test('the history lists the operations on a session with their actors, oldest first', async () => {
  const client = await app.client();
  const till = await app.client({ account: client.owner.account, scopes: ['REDEEM'] });
  const { session } = await makeSession(app.database, client.owner);
  await makeSession(app.database, client.owner);
  await till.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  await till.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  const answer = await client.graphql('query ($s: ID!) { couponSession(session: $s) { history { type keyId } } }', {
    s: session,
  });
  expect(answer.data.couponSession.history).toEqual([
    { type: 'coupon_session_created', keyId: client.owner.keyId },
    { type: 'coupon_claimed', keyId: till.owner.keyId },
  ]);
});
