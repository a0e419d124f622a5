import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { LandingPage } from '../../src/coupons/landing-page/landing-page.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { makeLanding, passOf } from '../support/make-landing.ts';

const app = useApp();
const held = useBrowser();

const page: Partial<LandingPage> = {
  fields: [
    { kind: 'FIRST_NAME', label: null, required: true },
    { kind: 'EMAIL', label: null, required: true },
    { kind: 'PHONE', label: null, required: false },
    { kind: 'CUSTOM_FIELD_1', label: 'What is your favourite bread?', required: false },
  ],
  ...{ unique: 'EMAIL', limit: 100 },
  consent: 'North Bakery may write to me about offers. I can end that at any time.',
};

async function coupon(changes: Parameters<typeof makeLanding>[2] = {}) {
  const { owner } = await app.client();
  return makeLanding(app.database, owner, {
    ...{ title: 'A loaf of rye for you', subtitle: 'Every day until six', description: 'One loaf, still warm.' },
    ...{ poweredBy: 'North Bakery', value: '4.50', currency: 'EUR', termsShort: 'One loaf a customer.', page },
    ...{ terms: 'Not with other offers.', expiry: { fixed: { at: '2090-01-31 12:00:00' } }, ...changes },
  });
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await held.browser.newContext({ viewport: { width: 360, height: 740 }, ...options });
  onTestFinished(() => context.close());
  const opened = await context.newPage();
  await opened.goto(app.url + path);
  return opened;
}

/** Lets the form count as opened some seconds ago: the page takes none that is sent at once. */
async function openEarlier(visitor: Page, { id, code }: { id: string; code: string }): Promise<void> {
  await visitor.route(`**/p/${code}`, (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '');
    body.set('pass', passOf(id));
    return route.request().method() === 'POST' ? route.continue({ postData: String(body) }) : route.continue();
  });
}

test('without scripts, a visitor corrects the form, sends it and sees the coupon', async () => {
  const { id, code } = await coupon();
  const visitor = await open(`/p/${code}`, { javaScriptEnabled: false });
  await openEarlier(visitor, { id, code });
  await visitor.getByLabel('First name').fill('Ada');
  await visitor.getByLabel('Email').fill('ada@example');
  await visitor.getByRole('checkbox').check();
  await visitor.getByRole('button', { name: 'Get my coupon' }).click();

  await visitor.getByText('This is not an email address.').waitFor();
  expect(await visitor.getByLabel('First name').inputValue()).toBe('Ada');
  expect(await visitor.getByRole('checkbox').isChecked()).toBe(true);
  await visitor.getByLabel('Email').fill('ada@example.com');
  await visitor.getByRole('button', { name: 'Get my coupon' }).click();

  await visitor.getByRole('img', { name: 'QR code of this coupon' }).waitFor();
  expect(new URL(visitor.url()).pathname).toMatch(new RegExp(`^/p/${code}/[0-9a-z]{21}$`));
});

const views = [360, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const));

test.each(views)('axe finds no violation at a width of %i in the %s scheme', async (width, colorScheme) => {
  const { id, code } = await coupon();
  const closed = await coupon({ voided: true });
  const options = { viewport: { width, height: 800 }, colorScheme, bypassCSP: true };
  const refused = await open(`/p/${code}`, options);
  await openEarlier(refused, { id, code });
  await refused.evaluate("document.querySelector('form').noValidate = true");
  await refused.getByRole('button').click();
  await refused.getByText('Please fill in this field.').first().waitFor();

  for (const visitor of [await open(`/p/${code}`, options), refused, await open(`/p/${closed.code}`, options)]) {
    expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await visitor.addScriptTag({ content: axe.source });
    const { violations } = (await visitor.evaluate('axe.run()')) as axe.AxeResults;
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
