import { expect, test } from 'vitest';
import { capturedPassType } from '../../../src/wallets/connected-wallet.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeIntegration } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { makeSavedPasses } from '../../support/make-wallets.ts';
import { visitorOf } from './console-visitor.ts';

const app = useApp();
const path = '/sending/push';

test('a push is checked, sent to the phones that keep a card, and listed', async () => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  expect((await visitor.open(path)).text).toContain('No push messages yet');
  await makeIntegration(app.database, client.owner, { channel: 'APPLE_WALLET' });
  const card = await makeCard(app.database, client.owner);
  const user = await makeUser(app.database, client.owner, { card });
  await makeSavedPasses(app.database, client.owner, card.id, { user, passType: capturedPassType });
  const message = 'Fresh <b>bread</b> today';

  const { text } = await visitor.send(path, 'check', { campaign: card.id, message });
  expect(text).toContain('value="card"');
  expect(text).toContain('Fresh &lt;b>bread&lt;/b> today');
  const sent = await visitor.send(path, 'card', { campaign: card.id, message, _once: 'one' });
  const again = await visitor.send(path, 'card', { campaign: card.id, message, _once: 'one' });
  expect([sent.status, again.status]).toEqual([303, 303]);
  const { data } = await client.graphql('{ pushes { nodes { message recipients } } }');
  expect(data.pushes.nodes).toEqual([{ message, recipients: 1 }]);
  expect((await visitor.open(path)).text).toContain('Fresh &lt;b>bread&lt;/b> today');
});

test('a push that reaches nobody cannot be sent, and problems keep the message', async () => {
  const client = await app.client();
  const visitor = await visitorOf(app, client.owner, 'MARKETER');
  const coupon = await makeCoupon(app.database, client.owner);
  const checked = await visitor.send(path, 'check', { campaign: coupon.id, message: 'Hello' });
  expect(checked.text).toContain('No one has saved this campaign or card in a wallet');
  const { status, text } = await visitor.send(path, 'coupon', { campaign: coupon.id, message: 'Hello' });
  expect(status).toBe(422);
  expect(text).toContain('Hello</textarea>');
  expect((await visitor.send(path, 'coupon', { campaign: coupon.id, message: 'x'.repeat(501) })).status).toBe(422);
  expect((await visitor.send(path, 'check', { campaign: 'cam_000000000000', message: 'Hello' })).text).toContain(
    'no longer exists',
  );
});

test('an analyst sees the list without the form', async () => {
  const client = await app.client();
  const analyst = await visitorOf(app, client.owner, 'ANALYST');
  const coupon = await makeCoupon(app.database, client.owner);
  const { status, text } = await analyst.open(path);
  expect(status).toBe(200);
  expect(text).not.toContain('value="check"');
  expect((await analyst.send(path, 'coupon', { campaign: coupon.id, message: 'Hello' })).status).toBe(403);
});
