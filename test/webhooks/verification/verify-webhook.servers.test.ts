import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventsOf } from '../../support/events.ts';
import { makeSession } from '../../support/make.ts';
import { makeUser } from '../../support/make-loyalty.ts';

const app = useApp();

const verify = `query ($webhook: ID!, $session: String) {
  verifyWebhook(webhook: $webhook, session: $session) { result webhook kind type date campaign session user }
}`;

test('returns data to compare a payload with', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const [event] = await eventsOf(app.database, { session });

  const { data } = await client.graphql(verify, { webhook: event?.id, session });

  expect(data.verifyWebhook).toEqual({
    ...{ result: 'VALID', webhook: event?.id, kind: 'COUPON', type: 'coupon_session_created' },
    ...{ date: `${event?.createdAt.replace(' ', 'T')}Z`, campaign: couponId, session, user: null },
  });
});

test('returns the user that an event concerns', async () => {
  const client = await app.client();
  const { id, cardId } = await makeUser(app.database, client.owner);
  const [event] = await eventsOf(app.database, { campaignId: cardId });

  const { data } = await client.graphql(verify, { webhook: event?.id });

  expect(data.verifyWebhook).toMatchObject({ campaign: cardId, session: null, user: id });
});

test('finds no event that concerns another session', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const [event] = await eventsOf(app.database, { session });

  const { codes } = await client.graphql(verify, { webhook: event?.id, session: '0'.repeat(21) });

  expect(codes).toEqual(['EVENT_NOT_FOUND']);
});
