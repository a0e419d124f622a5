import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';
import { change, doors } from '../doors.ts';

const app = useApp();

test('a session claimed through one API is claimed in the other', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const first = await client.rest('/v3/couponsession/update', { couponsession: session, operation: 'claim' });
  expect(first.body.data.status.claimed).toBe('1');
  const second = await client.graphql('mutation ($s: ID!) { claimCouponSession(input: { session: $s }) { session } }', {
    s: session,
  });
  expect(second.codes).toEqual(['SESSION_ALREADY_CLAIMED']);
});

test.for(doors)('by %s, claiming starts the session and notes that an API call did it', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const claimed = await change(door, client, session, 'claim');
  expect(claimed).toMatchObject({ code: null, claimType: 'api', validatedAt: null });
  expect(claimed.startedAt).toBe(claimed.claimedAt);
});

test.for(doors)('by %s, a claim keeps the start of a started session', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { started: '2026-01-02 03:04:05.678' });
  expect(await change(door, client, session, 'claim')).toMatchObject({ code: null, startedAt: '2026-01-02 03:04:05' });
});
