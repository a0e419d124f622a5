import type { Browser } from 'playwright-core';
import { keepPicture } from './picture.ts';
import type { Demo } from './service.ts';

/** The pictures of docs/console.md, and the screens that they show. */
const pictures: Record<string, (ids: Ids) => string> = {
  home: () => '',
  campaigns: () => '/campaigns',
  campaign: ({ campaign }) => `/campaigns/${campaign}`,
  session: ({ session }) => `/sessions/${session}`,
  loyalty: ({ card }) => `/loyalty/${card}`,
  deliveries: () => '/webhooks/deliveries',
};

type Ids = Record<'campaign' | 'session' | 'card', string>;

export async function takeConsolePictures(browser: Browser, demo: Demo): Promise<void> {
  const ids = await idsOf(demo);
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'en',
    baseURL: demo.url,
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open the demo' }).click();
  await page.waitForURL('**/console');
  for (const [name, pathOf] of Object.entries(pictures)) {
    const response = await page.goto(`/console${pathOf(ids)}`);
    if (!response?.ok()) throw new Error(`the screen ${name} has the status ${response?.status()}`);
    await keepPicture(page, name, { maxBytes: 60_000 });
  }
  await page.close();
}

async function idsOf({ ask, key }: Demo): Promise<Ids> {
  const { coupons, loyaltyCards } = await ask(
    key,
    '{ coupons { nodes { id name } } loyaltyCards { nodes { id name } } }',
  );
  const { id: campaign } = coupons.nodes.find(({ name }: { name: string }) => name === 'Free coffee');
  const { id: card } = loyaltyCards.nodes.find(({ name }: { name: string }) => name === 'Coffee card');
  const { couponSessions } = await ask(
    key,
    'query ($coupon: ID!) { couponSessions(coupon: $coupon, last: 400) { nodes { session validatedAt openedAt } } }',
    { coupon: campaign },
  );
  const { session } = couponSessions.nodes.find(
    (each: Record<string, string | null>) => each.validatedAt && each.openedAt,
  );
  return { campaign, card, session };
}
