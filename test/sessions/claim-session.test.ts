import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { makeSession } from '../support/make.ts';

const app = useApp();

test('a session is claimed once', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const first = await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  expect(first.body.data.status.claimed).toBe('1');
  const second = await client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { session } }', { s: session });
  expect(second.codes).toEqual(['SESSION_ALREADY_CLAIMED']);
});
