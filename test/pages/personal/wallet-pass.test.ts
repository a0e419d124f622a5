import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeIntegration, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { cardPass, connectApple, couponPass } from '../../support/make-passes.ts';
import { readPass, unzip } from '../../support/pass-reader.ts';

const app = useApp();

async function passAt(address: string) {
  return readPass(Buffer.from(await (await fetch(address)).arrayBuffer()));
}

async function pageOf(pass: string): Promise<string> {
  return (await fetch(pass.replace('/pass.pkpass', ''))).text();
}

test('the page of a session offers its pass, which is the same each time', async () => {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const address = couponPass(app.url, await makeSession(app.database, owner));

  expect(await pageOf(address)).toContain(`href="${new URL(address).pathname}"`);
  const [first, second] = [await passAt(address), await passAt(address)];
  expect(first.json.serialNumber).toMatch(/^pas_/);
  expect(first.json.authenticationToken).toHaveLength(32);
  expect(second.json).toEqual(first.json);
});

test('two simultaneous downloads are one pass', async () => {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const address = couponPass(app.url, await makeSession(app.database, owner));

  const passes = await Promise.all([passAt(address), passAt(address), passAt(address)]);

  expect(new Set(passes.map(({ json }) => json.serialNumber)).size).toBe(1);
});

test('only cards for wallets have passes', async () => {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const [wallet, web] = [
    await makeCard(app.database, owner, { medium: 'WALLET' }),
    await makeCard(app.database, owner, { medium: 'WEB' }),
  ];
  const [saved, other] = [
    cardPass(app.url, wallet, await makeUser(app.database, owner, { card: wallet })),
    cardPass(app.url, web, await makeUser(app.database, owner, { card: web })),
  ];

  expect(await pageOf(saved)).toContain('Add to Apple Wallet');
  expect((await passAt(saved)).json.storeCard).toBeDefined();
  expect(await pageOf(other)).not.toContain('Add to Apple Wallet');
  expect((await fetch(other)).status).toBe(404);
});

test('without a connection there is neither a link nor a pass', async () => {
  const { owner } = await app.client();
  const address = couponPass(app.url, await makeSession(app.database, owner));

  expect(await pageOf(address)).not.toContain('Add to Apple Wallet');
  expect((await fetch(address)).status).toBe(404);
});

test('a session that is over offers no pass', async () => {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const address = couponPass(app.url, await makeSession(app.database, owner, { voided: true }));

  expect(await pageOf(address)).not.toContain('Add to Apple Wallet');
});

test('guessed sessions, users and codes have no pass', async () => {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const session = await makeSession(app.database, owner);

  const guesses = [
    couponPass(app.url, { ...session, session: '0'.repeat(21) }),
    couponPass(app.url, { ...session, couponCode: '00000000' }),
    `${app.url}/l/00000000/usr_0000000000000000/pass.pkpass`,
  ];

  for (const guess of guesses) expect((await fetch(guess)).status).toBe(404);
});

test('captured passes are signed with a certificate of the service', async () => {
  const { owner } = await app.client();
  await makeIntegration(app.database, owner, { channel: 'APPLE_WALLET' });
  const address = couponPass(app.url, await makeSession(app.database, owner));

  const files = unzip(Buffer.from(await (await fetch(address)).arrayBuffer()));

  expect(JSON.parse(String(files.get('pass.json')))).toMatchObject({ passTypeIdentifier: 'pass.capture' });
});
