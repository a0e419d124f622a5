import type { Browser } from 'playwright-core';
import { onScreen, scanned } from '../../test/till/till-visitor.ts';
import { keepPicture } from './picture.ts';
import type { Demo } from './service.ts';

/** The pictures of docs/tills.md: a customer of the demo at a new till. */
export async function takeTillPictures(browser: Browser, { ask, key, url }: Demo): Promise<void> {
  const { coupons, loyaltyCards } = await ask(
    key,
    '{ coupons { nodes { id name } } loyaltyCards { nodes { id name } } }',
  );
  const named = (list: { nodes: { id: string; name: string }[] }, wanted: string) =>
    list.nodes.find(({ name }) => name === wanted)?.id;
  const ada = { firstName: 'Ada', lastName: 'Albrecht' };
  const makeSession = async (): Promise<string> => {
    const document = `mutation ($i: CreateSingleUseUrlInput!) { made: createSingleUseUrl(input: $i) { session { session } } }`;
    return (await ask(key, document, { i: { coupon: named(coupons, 'Free coffee'), ...ada } })).made.session.session;
  };
  const [session, other] = [await makeSession(), await makeSession()];
  const user = await ask(key, 'mutation ($i: CreateLoyaltyUserInput!) { made: createLoyaltyUser(input: $i) { id } }', {
    i: { card: named(loyaltyCards, 'Coffee card'), ...ada },
  });
  const till = await ask(key, 'mutation ($i: CreateTillInput!) { made: createTill(input: $i) { url } }', {
    i: { name: 'Market Square', offlineRedemption: 'ACCEPT' },
  });

  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 760 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await page.goto(new URL(till.made.url, url).href);
  const take = async (screen: string, name: string) => {
    await onScreen(page, screen);
    await keepPicture(page, `till-${name}`, { maxBytes: 30_000 });
  };

  await take('ready', 'scan');
  await scanned(page, session);
  await take('session', 'look');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await take('redeemed', 'redeemed');
  await scanned(page, session);
  await take('refused', 'refused');
  await scanned(page, user.made.id);
  for (let more = 0; more < 3; more += 1) await page.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Add 4 stamps' }).click();
  await page.getByText(/^4 of \d+ stamps$/).waitFor();
  await take('card', 'card');
  await context.setOffline(true);
  await scanned(page, other);
  await take('offline', 'offline');
  await context.close();
}
