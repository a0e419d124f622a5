import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { mutate } from '../directories/mutate.ts';
import { seriousFindings } from '../support/accessibility.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { makeCoupon } from '../support/make.ts';
import {
  makeCategory,
  makeDirectory,
  makeDirectoryUser,
  makePlacement,
  usualPassword,
} from '../support/make-directories.ts';

const app = useApp();
const held = useBrowser();

const phone = { viewport: { width: 360, height: 740 } };
const withoutScripts = { javaScriptEnabled: false };

test.each([
  ['with scripts', {}],
  ['without scripts', withoutScripts],
])('a member signs in by password, opens a campaign and signs out, %s', async (_, options) => {
  const { url, user } = await guide();
  const page = await open(url, options);

  await signIn(page, user.email, 'a wrong password');
  expect(await page.getByRole('alert').textContent()).toBe('Wrong email address or password.');
  expect(await page.getByLabel('Email address').inputValue()).toBe(user.email);

  await signIn(page, user.email, usualPassword);
  expect(page.url()).toBe(url);
  await page.getByText('Signed in as Ada').waitFor();

  await page.getByRole('button', { name: 'Open Soup of the day' }).click();
  expect(page.url()).toMatch(/\/p\/\w{8}\/\w{21}$/);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Soup of the day');
  const barcode = page.getByAltText('QR code of this coupon');
  await barcode.waitFor();

  await page.goBack();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(url);
  expect(await page.getByText('Signed in as').count()).toBe(0);
});

test('a link signs the member in, and its token is not kept in the browser', async () => {
  const { client, directory, url, user } = await guide();
  const name = { directory: directory.id, user: user.id };
  const { data } = await mutate(client, 'createSingleSignOn', name, 'url token');
  const page = await open(url);

  await page.goto(data.url);

  expect(page.url()).toBe(url);
  await page.getByText('Signed in as Ada').waitFor();
  const seen = await page.evaluate('JSON.stringify([document.referrer, document.cookie, document.body.innerHTML])');
  expect(seen).not.toContain(data.token);
  await page.goBack();
  await page.goto(data.url);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work');
});

test('a blocked member sees the reason', async () => {
  const { client, directory, url, user } = await guide();
  const page = await open(url);
  await signIn(page, user.email, usualPassword);
  const block = { directory: directory.id, user: user.id, blocked: true, reason: 'Fees are due' };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');

  await page.reload();

  expect(await page.getByRole('alert').textContent()).toContain('Reason: Fees are due');
  expect(await page.getByRole('button', { name: /^Open/ }).count()).toBe(0);
});

test('paid content is locked until access is granted', async () => {
  const { client, directory, url, user } = await guide();
  const page = await open(url);
  await signIn(page, user.email, usualPassword);
  await page.getByText('Only for members with premium access').waitFor();
  expect(await page.getByRole('button', { name: 'Open Opera' }).count()).toBe(0);

  const grant = { directory: directory.id, user: user.id, expiresAt: '2040-01-31T12:00:00.000Z' };
  await mutate(client, 'grantPaidAccess', grant, 'id');
  await page.reload();

  await page.getByText('You have access to all premium offers until').waitFor();
  await page.getByRole('button', { name: 'Open Opera' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Opera');
});

test('the page shows a stored script as text', async () => {
  const script = '<script>document.title = "hacked"</script><img src=x onerror="document.title = \'hacked\'">';
  const { client, directory, url, user } = await guide({
    name: script.slice(0, 100),
    title: script,
    description: script,
  });
  const { id: category } = await makeCategory(app.database, directory, script.slice(0, 100));
  const coupon = await makeCoupon(app.database, client.owner, {
    name: script.slice(0, 100),
    title: script,
    description: script,
  });
  await makePlacement(app.database, client.owner, directory, { coupon, category });
  const page = await open(url);

  await signIn(page, user.email, 'a wrong password');
  await page.getByRole('heading', { level: 3, name: script }).waitFor();
  await signIn(page, user.email, usualPassword);
  await page.getByRole('button', { name: `Open ${script}` }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(script);
  expect(await page.title()).toBe(script);
  const block = { directory: directory.id, user: user.id, blocked: true, reason: script };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');
  await page.goto(url);
  expect(await page.getByRole('alert').textContent()).toContain(script);
  expect(await page.title()).toBe(script);
});

test.each([
  ['on a desktop', {}],
  ['in the dark colour scheme', { colorScheme: 'dark' } as const],
  ['on a phone', phone],
])('the pages have no serious accessibility violation, %s', async (_, options) => {
  const { client, directory, url, user } = await guide();
  const page = await open(url, options);
  const check = async (name: string) => {
    expect(await seriousFindings(page), name).toEqual([]);
    const width = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(width, `${name} is as wide as the window`).toBeLessThanOrEqual(0);
  };

  await check('page');
  await signIn(page, user.email, 'a wrong password');
  await check('wrong password');
  await signIn(page, user.email, usualPassword);
  await check('page of a member');
  await page.getByRole('button', { name: 'Open Soup of the day' }).click();
  await check('coupon');
  await page.goto(`${url}/sso?token=unknown`);
  await check('refused link');
  const block = { directory: directory.id, user: user.id, blocked: true, reason: 'Fees are due' };
  await mutate(client, 'setDirectoryUserBlocked', block, 'id');
  await page.goto(url);
  await check('blocked');
});

test('a member can use the pages with only the keyboard', async () => {
  const { url, user } = await guide();
  const page = await open(url);

  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
  await page.getByLabel('Email address').focus();
  await page.keyboard.type(user.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(usualPassword);
  await page.keyboard.press('Enter');

  await page.getByText('Signed in as Ada').waitFor();
});

/** Makes a directory with a category, a campaign, paid content and a member called Ada. */
async function guide(changes: Parameters<typeof makeDirectory>[2] = { title: 'Discover our city' }) {
  const client = await app.client();
  const directory = await makeDirectory(app.database, client.owner, changes);
  const { id: category } = await makeCategory(app.database, directory);
  const soup = { name: 'Soup', title: 'Soup of the day', description: 'With bread', value: '4.50', currency: 'EUR' };
  const coupon = await makeCoupon(app.database, client.owner, soup);
  await makePlacement(app.database, client.owner, directory, { coupon, category });
  const opera = await makeCoupon(app.database, client.owner, { name: 'Opera', expiry: { flexible: { days: 30 } } });
  await makePlacement(app.database, client.owner, directory, { coupon: opera, paid: true });
  const user = await makeDirectoryUser(app.database, client.owner, { directory, firstName: 'Ada' });
  return { client, directory, user, url: `${app.url}/d/${directory.code}` };
}

/** Opens a page in its own browser context and expects that its content security policy blocks nothing. */
async function open(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await held.browser.newContext(options);
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) refused.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(refused).toEqual([]);
  });
  await page.goto(url);
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
