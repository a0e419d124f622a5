import { expect, test } from 'vitest';
import { awaitVerdict } from '../../../src/messaging/send/letter.ts';
import { useAppWithBackground } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { letPass, messageOf, send } from '../../support/make-messages.ts';
import { sent, TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

async function connected() {
  const { owner } = await app.client();
  return { account: owner.account, integration: await makeIntegration(app.database, owner) };
}

test('a message goes out once, and the waiting caller learns of it', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, { outcome: 'SENT', platformId: 'their-1' });

  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  const message = await awaitVerdict(app.database, id, 60_000);

  expect(message).toMatchObject({ status: 'SENT', platformId: 'their-1', failures: 0, claims: 1, dueAt: null });
  expect(platforms.of(account)).toMatchObject([{ id, to: { address: 'ada@example.com' }, subject: 'Bread' }]);
});

test('every message to a group goes out once', async () => {
  const { account, integration } = await connected();
  const addresses = Array.from({ length: 300 }, (_, index) => `user${index}@example.com`);

  const ids = await send(app.database, integration, addresses, { urgent: false });
  await expect.poll(async () => (await messageOf(app.database, ids.at(-1) ?? '')).status).toBe('SENT');

  await expect.poll(() => platforms.of(account).length).toBe(300);
  expect(new Set(platforms.of(account).map(({ id }) => id)).size).toBe(300);
});

test('a deferred message waits, with its reason', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, { outcome: 'DEFERRED', reason: 'Too busy.' }, sent);

  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(1);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'QUEUED', reason: 'Too busy.' });
  const waiting = await awaitVerdict(app.database, id, 100);
  expect(waiting.status).toBe('QUEUED');
});

test.each(['session', 'coupon'] as const)('a waiting message is not sent once its %s is removed', async (what) => {
  const client = await app.client();
  const { account } = client.owner;
  const integration = await makeIntegration(app.database, client.owner);
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon });
  platforms.answer(account, { outcome: 'DEFERRED', reason: 'Too busy.' });
  const [id = ''] = await send(app.database, integration, ['ada@example.com'], { campaignId: coupon.id, session });
  await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(1);

  await remove(client, what, coupon.id, session);
  await letPass(app.database, integration, 120_000);
  const message = await awaitVerdict(app.database, id, 60_000);

  expect(message).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('removed') });
  expect(platforms.of(account)).toHaveLength(1);
});

async function remove(client: Client, what: 'session' | 'coupon', coupon: string, session: string): Promise<void> {
  const answer =
    what === 'session'
      ? await client.graphql(
          'mutation ($input: DeleteCouponSessionInput!) { removed: deleteCouponSession(input: $input) { session } }',
          { input: { coupon, session } },
        )
      : await client.graphql(
          'mutation ($id: ID!) { voided: voidCoupon(input: { id: $id }) { id } removed: deleteCoupon(input: { id: $id }) { id } }',
          { id: coupon },
        );
  expect(answer.codes).toEqual([]);
}
