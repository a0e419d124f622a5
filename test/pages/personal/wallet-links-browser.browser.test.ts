import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import type { Owner } from '../../support/client.ts';
import { makeCoupon, makeIntegration, makeSession } from '../../support/make.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';

const app = useApp();
const held = useBrowser();

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';
const [toApple, toGoogle] = ['Add to Apple Wallet', 'Add to Google Wallet'];

type Wallets = 'Apple' | 'both';

async function connect(owner: Owner, wallets: Wallets): Promise<void> {
  await connectApple(app.database, owner);
  if (wallets === 'both') await makeIntegration(app.database, owner, { channel: 'GOOGLE_WALLET' });
}

/** The pages of a coupon and of a card, each with something of everything. */
const pages = {
  coupon: async (wallets: Wallets) => {
    const { owner } = await app.client();
    await connect(owner, wallets);
    const coupon = await makeCoupon(app.database, owner, {
      ...{ title: 'Fresh bread', subtitle: 'Every day until six', description: 'One loaf of rye.', value: '3.50' },
      ...{ currency: 'EUR', terms: 'Not with other offers.', expiry: { fixed: { at: '2090-01-31 12:00:00' } } },
    });
    const { couponCode, session } = await makeSession(app.database, owner, { coupon, customValCode: 'RYE-7781' });
    return `/p/${couponCode}/${session}`;
  },
  card: async (wallets: Wallets) => {
    const { owner } = await app.client();
    await connect(owner, wallets);
    const card = await makeCard(app.database, owner, { title: 'Coffee card', medium: 'WALLET' });
    await makeReward(app.database, card, { validDays: 90 });
    const user = await makeUser(app.database, owner, { card, firstName: 'Ada' });
    await change(app.database, owner, user, { action: 'ADD', unit: 'STAMPS', amount: 13 });
    return `/l/${card.code}/${user.id}`;
  },
};

const cases = (['coupon', 'card'] as const).flatMap((kind) =>
  (['Apple', 'both'] as const).flatMap((wallets) =>
    (['an iPhone', 'an Android phone'] as const).map((device) => [kind, wallets, device] as const),
  ),
);

test.each(cases)(
  'axe finds no violation on the page of a %s with links to %s, on %s',
  async (kind, wallets, device) => {
    const path = await pages[kind](wallets);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(path, {
        colorScheme,
        userAgent: device === 'an iPhone' ? iphone : android,
        bypassCSP: true,
      });
      expect(await linksOn(page)).toEqual(expectedLinks(wallets, device));
      await page.addScriptTag({ content: axe.source });
      const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  },
);

test.each(['coupon', 'card'] as const)(
  'the link of a %s to Apple Wallet loads the pass, without scripts',
  async (kind) => {
    const page = await open(await pages[kind]('Apple'), { userAgent: iphone, javaScriptEnabled: false });

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText(toApple).click()]);

    expect(download.suggestedFilename()).toBe('pass.pkpass');
  },
);

function expectedLinks(wallets: Wallets, device: string): string[] {
  if (wallets === 'Apple') return [toApple];
  return device === 'an iPhone' ? [toApple, toGoogle] : [toGoogle, toApple];
}

async function linksOn(page: Page): Promise<string[]> {
  return (await page.getByRole('link').allTextContents()).filter((text) => text.startsWith('Add to'));
}

async function open(path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await held.browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(app.url + path);
  return page;
}
