import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeSession, type SessionPast } from '../../support/make.ts';

const app = useApp();

test('GraphQL returns the same session with its own field names', async () => {
  const client = await app.client();
  const at = '2026-01-02 03:04:05.678';
  const facts: SessionPast = { opened: at, started: at, claimed: at };
  const { session, sequence, couponId } = await makeSession(app.database, client.owner, { ...facts, customId: 'a-1' });
  const query = `query ($session: ID!) { couponSession(session: $session) {
    session sequenceId couponId coupon { id } url widgetValidationCode customId customField1 moneySpent
    value openedAt startedAt claimedAt claimType validatedAt unvoidedAt savedToAppleAt savedToGoogleAt updatedAt
    expiresAt expired
  } }`;
  const { data } = await client.graphql(query, { session });
  const time = '2026-01-02T03:04:05.678Z';
  expect(data.couponSession).toEqual({
    ...{
      session,
      sequenceId: String(sequence),
      couponId,
      coupon: { id: couponId },
      url: expect.stringContaining(session),
    },
    ...{ widgetValidationCode: session.slice(0, 6), customId: 'a-1', customField1: null, moneySpent: null },
    ...{ value: null, openedAt: time, startedAt: time, claimedAt: time, claimType: 'API', validatedAt: null },
    ...{ unvoidedAt: null, savedToAppleAt: null, savedToGoogleAt: null, updatedAt: null },
    ...{ expiresAt: null, expired: false },
  });
});
