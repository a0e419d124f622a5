import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { GoogleServer } from '../../support/google-server.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass, googlePass } from '../../support/make-passes.ts';
import { WalletDevice } from '../../support/wallet-device.ts';

const google = await GoogleServer.start();
afterAll(() => google.stop());
const app = useApp({ googleKeys: google.keysUrl });
const selection = 'walletPasses { platform url passId savedAt removedAt }';

async function passesOf(client: Client, session: string) {
  const { data } = await client.graphql(`{ couponSession(session: "${session}") { ${selection} } }`);
  return data.couponSession.walletPasses;
}

test('a session names the address of its pass, and when it was saved and removed', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const session = await makeSession(app.database, client.owner);
  const url = couponPass(app.url, session);
  const none = { passId: null, savedAt: null, removedAt: null };

  expect(await passesOf(client, session.session)).toEqual([{ platform: 'APPLE', url, ...none }]);
  const phone = new WalletDevice();
  const passId = await phone.add(url);
  const saved = { platform: 'APPLE', url, passId, savedAt: expect.any(String), removedAt: null };
  expect(await passesOf(client, session.session)).toEqual([saved]);
  await phone.remove(passId);
  expect(await passesOf(client, session.session)).toEqual([{ ...saved, removedAt: expect.any(String) }]);
});

test('sessions of a list name their own passes', async () => {
  const client = await app.client();
  await makeIntegration(app.database, client.owner, { channel: 'APPLE_WALLET' });
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions = [
    await makeSession(app.database, client.owner, { coupon }),
    await makeSession(app.database, client.owner, { coupon }),
  ];
  await fetch(couponPass(app.url, sessions[0] as never));

  const { data } = await client.graphql(
    `{ couponSessions(coupon: "${coupon.id}", first: 10) { nodes { session ${selection} } } }`,
  );

  const found = data.couponSessions.nodes.map((node: { session: string; walletPasses: { passId: string }[] }) => [
    node.session,
    node.walletPasses[0]?.passId,
  ]);
  expect(Object.fromEntries(found)).toEqual({
    [sessions[0]?.session ?? '']: expect.stringMatching(/^pas_/),
    [sessions[1]?.session ?? '']: null,
  });
});

test('a user of a card for wallets has a pass, other users have none', async () => {
  const client = await app.client();
  await connectApple(app.database, client.owner);
  const passesOfCard = async (medium: 'WALLET' | 'WEB') => {
    const card = await makeCard(app.database, client.owner, { medium });
    const user = await makeUser(app.database, client.owner, { card });
    const { data } = await client.graphql(`{ loyaltyUser(card: "${card.id}", user: "${user.id}") { ${selection} } }`);
    return { found: data.loyaltyUser.walletPasses, url: cardPass(app.url, card, user) };
  };

  const { found, url } = await passesOfCard('WALLET');
  expect(found).toMatchObject([{ platform: 'APPLE', url }]);
  expect((await passesOfCard('WEB')).found).toEqual([]);
});

test('without a connection or with an expired certificate, there are no passes', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);

  expect(await passesOf(client, session)).toEqual([]);
  await connectApple(app.database, client.owner, { days: -1 });
  expect(await passesOf(client, session)).toEqual([]);
});

test('from connecting Google Wallet to a saved and a removed pass', async () => {
  const client = await app.client();
  const settings = { serviceAccount: google.serviceAccount, issuerId: google.issuerId, baseUrl: google.url };
  const connecting = 'mutation ($input: ConnectIntegrationInput!) { done: connectIntegration(input: $input) { id } }';
  await client.graphql(connecting, { input: { channel: 'GOOGLE_WALLET', provider: 'GOOGLE', settings } });
  const { session, couponCode, couponId } = await makeSession(app.database, client.owner);
  const offered = (await passesOf(client, session))[0];
  expect(offered).toEqual({
    ...{ platform: 'GOOGLE', passId: null, savedAt: null, removedAt: null },
    url: googlePass(couponPass(app.url, { couponCode, session } as never)),
  });

  const response = await fetch(offered.url, { redirect: 'manual' });
  const [object] = google.save(response.headers.get('location') ?? '');
  const classId = `${google.issuerId}.${couponId}`;
  const reports = async (eventType: 'save' | 'del') => {
    const body = JSON.stringify(google.callback({ classId, objectId: object?.id ?? '', eventType }));
    const headers = { 'Content-Type': 'application/json' };
    await fetch(google.kept.get(`offerClass/${classId}`)?.callbackOptions.url, { method: 'POST', headers, body });
    return (await passesOf(client, session))[0];
  };

  const saved = { ...offered, passId: expect.stringMatching(/^pas_/), savedAt: expect.any(String) };
  expect(await reports('save')).toEqual(saved);
  expect(await reports('del')).toEqual({ ...saved, removedAt: expect.any(String) });
});

test("both wallets have a pass, Apple's first", async () => {
  const client = await app.client();
  await makeIntegration(app.database, client.owner, { channel: 'GOOGLE_WALLET' });
  await makeIntegration(app.database, client.owner, { channel: 'APPLE_WALLET' });
  const session = await makeSession(app.database, client.owner);
  await fetch(googlePass(couponPass(app.url, session)));

  expect(await passesOf(client, session.session)).toMatchObject([
    { platform: 'APPLE', passId: null },
    { platform: 'GOOGLE', passId: expect.stringMatching(/^pas_/) },
  ]);
});
