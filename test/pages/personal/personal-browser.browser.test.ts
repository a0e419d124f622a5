import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barcodeTypes } from '../../../src/coupons/coupon/coupon.fields.ts';
import { blankDesign, saveDesign } from '../../../src/wallets/design/wallet-design.ts';
import { findings } from '../../support/accessibility.ts';
import { useApp } from '../../support/app.ts';
import { useBrowser } from '../../support/browser.ts';
import { sequence } from '../../support/events.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, makeCard, makeReward, makeUser } from '../../support/make-loyalty.ts';
import { connectApple } from '../../support/make-passes.ts';
import { textRead } from '../../support/pdf-reader.ts';

const app = useApp();
const held = useBrowser();
const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(program)).buffer } });

const script = '<script>document.title = "hacked"</script><img src=x onerror="document.title = \'hacked\'">';

const offer = {
  ...{ title: 'Two rye loaves for one', subtitle: 'Every day until six', description: 'Baked at four.\nSold by six.' },
  ...{ value: '3.50', currency: 'EUR', terms: 'Not with other offers.', termsShort: 'One each.' },
  ...{ poweredBy: 'Bakery', poweredByUrl: 'https://bakery.example/', logoUrl: 'https://img.example/logo.png' },
  ...{ imageUrl: 'https://img.example/1.png', bannerUrls: ['https://img.example/2.png', 'https://img.example/3.png'] },
};
const at = '2026-02-03 11:00:00.000';

/** Pages in many states and colors, legible and not. */
const pages: Record<string, () => Promise<string>> = {
  coupon: () => coupon({}, {}, ['#7a2e55', '#7a2e55']),
  'coupon without a look': () => coupon({ logoUrl: null, imageUrl: null, bannerUrls: null, poweredBy: null }),
  redeemed: () => coupon({}, { validated: at }, ['#ffffff', '#fefefe']),
  expired: () => coupon({}, { expiresAt: at }, ['#000000', '#010101']),
  voided: () => coupon({}, { voided: at }, ['#777777', '#888888']),
  locked: () => coupon({}, { locked: at }, ['#f6f5f2', null]),
  later: () => coupon({ startsAt: '2090-01-01 12:00:00.000' }, {}, ['#1b212a', '#1b212a']),
  'long barcode': () => coupon({ barcode: 'CODE39' }, {}, ['#ff0000', '#00ff00']),
  hostile: () =>
    coupon({ title: script, subtitle: script, description: script, terms: script, poweredBy: 'x'.repeat(100) }),
  '1 stamp': () => card({ stampsRequired: 1, backgroundColor: '#ffd400', textColor: '#ffffff' }, 0),
  '10 stamps': () => card({ backgroundColor: '#4b2e1e' }, 13),
  '12 stamps': () => card({ stampsRequired: 12, backgroundColor: '#f2e3c6' }, 11),
  '60 stamps': () => card({ stampsRequired: 60, title: script }, 37),
  '500 stamps': () => card({ stampsRequired: 500, backgroundColor: '#808080', textColor: '#808080' }, 137),
  points: () => card({ type: 'MEMBERSHIP', backgroundColor: '#00ff00' }, 0, 130),
  'paused card': () => card({ active: false }, 3),
};

describe.each(['light', 'dark'] as const)('in the %s color scheme', (colorScheme) => {
  test.each(Object.keys(pages))('axe finds nothing on the page: %s', async (name) => {
    const path = (await pages[name]?.()) ?? '';
    for (const viewport of [
      { width: 360, height: 740 },
      { width: 1280, height: 800 },
    ]) {
      const page = await open(path, { colorScheme, viewport });
      expect(await findings(page)).toEqual([]);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(beyond, 'the page is as wide as the window').toBeLessThanOrEqual(0);
      expect(await page.title()).not.toBe('hacked');
    }
  });

  test.each(barcodeTypes)('a scanner reads the barcode from the screen of a phone: %s', async (barcode) => {
    const path = await coupon({ barcode }, {}, ['#1b212a', null]);
    const page = await open(path, { colorScheme, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
    await page.evaluate("document.querySelector('.barcode').decode()");

    const picture = await page.locator('article').screenshot();

    const [read] = await readBarcodes(new Blob([new Uint8Array(picture)]), { tryHarder: true, tryRotate: true });
    expect(read && textRead(read)).toBe(path.split('/').at(-1));
  });
});

test('an open page shows what the till did, and keeps what is open', async () => {
  const client = await app.client();
  const { owner } = client;
  const { couponCode, session } = await makeSession(app.database, owner, {
    coupon: await makeCoupon(app.database, owner, offer),
  });
  const page = await open(`/p/${couponCode}/${session}`, {});
  await page.getByText('Terms and conditions').click();

  await client.graphql(`mutation { validateCouponSession(input: { session: "${session}" }) { __typename } }`);
  await sequence(app.database, owner.account);

  await page.getByText('Redeemed').first().waitFor();
  await page.getByText('Not with other offers.').waitFor();
  expect(await page.getByRole('status').textContent()).toBe('Redeemed');
  expect(await page.locator('.barcode').count()).toBe(0);
});

test('without scripts, the page shows everything', async () => {
  const page = await open((await pages.coupon?.()) ?? '', { javaScriptEnabled: false });

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(offer.title);
  await page.getByAltText('QR code of this coupon').waitFor();
});

test('on paper, the page has its barcode and its terms, and no links to wallets', async () => {
  const page = await open((await pages.coupon?.()) ?? '', {});

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  await page.getByAltText('QR code of this coupon').waitFor();
  await page.getByText('Not with other offers.').waitFor();
  expect(await page.getByText('Add to Apple Wallet').isVisible()).toBe(false);
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(28, 36, 48)');
});

async function coupon(
  changes: Parameters<typeof makeCoupon>[2] = {},
  facts: Parameters<typeof makeSession>[2] = {},
  colors: [background: string, text: string | null] | null = null,
): Promise<string> {
  const { owner } = await app.client();
  await connectApple(app.database, owner);
  const made = await makeCoupon(app.database, owner, { ...offer, ...changes });
  if (colors) {
    const [backgroundColor, foregroundColor] = colors;
    const design = {
      ...blankDesign({ campaignId: made.id, accountId: made.accountId }),
      backgroundColor,
      foregroundColor,
    };
    await app.database.transaction((transaction) => saveDesign(transaction, design, true));
  }
  const { couponCode, session } = await makeSession(app.database, owner, { coupon: made, ...facts });
  return `/p/${couponCode}/${session}`;
}

async function card(changes: Parameters<typeof makeCard>[2], stamps: number, points = 5): Promise<string> {
  const { owner } = await app.client();
  const made = await makeCard(app.database, owner, { title: 'Coffee', description: 'A stamp each.', ...changes });
  if (made.type === 'STAMP') await makeReward(app.database, made, { validDays: 90 });
  for (const cost of [40, 400, 1000]) await makeReward(app.database, made, { points: cost });
  const user = await makeUser(app.database, owner, { card: made, firstName: 'Ada', lastName: script });
  const add = (unit: 'STAMPS' | 'POINTS', amount: number) =>
    change(app.database, owner, user, { action: 'ADD', unit, amount });
  if (stamps > 0) await add('STAMPS', stamps);
  await add('POINTS', points);
  return `/l/${made.code}/${user.id}`;
}

/** Opens a page, with pictures, and expects that its policy blocks nothing and its script does not fail. */
async function open(path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await held.browser.newContext(options);
  const picture = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#d9a441' } })
    .png()
    .toBuffer();
  await context.route('https://img.example/**', (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(wrong).toEqual([]);
  });
  await page.goto(app.url + path);
  return page;
}
