import { expect, test } from 'vitest';
import { useApp } from '../../../support/app.ts';
import { eventsOf } from '../../../support/events.ts';
import { makeSession } from '../../../support/make.ts';

const app = useApp();

const verify = `query ($webhook: ID!) {
  verifyWebhook(webhook: $webhook) { result webhook kind type date campaign session }
}`;

test('webhook/verification returns data to compare a payload with, in the envelope of /v3', async () => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner);
  const [event] = await eventsOf(app.database, { session });
  const webhook = event?.id ?? '';

  const { status, body } = await client.rest('/v4/webhook/verification', { webhook });
  const { data } = await client.graphql(verify, { webhook });

  const told = { webhook, kind: 'COUPON', type: 'coupon_created', campaign: couponId, session };
  expect(status).toBe(200);
  expect(body).toEqual({
    status: { status: 'OK' },
    result: 'valid',
    ...told,
    date: event?.createdAt.slice(0, 19),
  });
  expect(data.verifyWebhook).toEqual({
    result: 'VALID',
    ...told,
    date: `${event?.createdAt.replace(' ', 'T')}Z`,
  });
});

test('an event about a coupon itself has no session', async () => {
  const client = await app.client();
  const create = 'mutation { createCoupon(input: { name: "Bread" }) { id } }';
  const { data } = await client.graphql(create);
  const [event] = await eventsOf(app.database, { campaignId: data.createCoupon.id });

  const { body } = await client.rest('/v4/webhook/verification', { webhook: event?.id });

  expect(body).toMatchObject({ kind: 'COUPON_EDIT', type: 'coupon_edit_created', session: '' });
});

test('a parent verifies for a subaccount when it acts for it', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const { session } = await makeSession(app.database, child.owner);
  const [event] = await eventsOf(app.database, { session });

  const own = await parent.rest('/v4/webhook/verification', { webhook: event?.id });
  const acting = await parent.rest(
    '/v4/webhook/verification',
    { webhook: event?.id },
    { 'X-Account': child.owner.account.id },
  );

  expect(own.codes).toEqual([509]);
  expect(acting.body.result).toBe('valid');
});
