import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { screens } from '../../src/console/screen-list.ts';
import { makeThings } from '../generated/things.ts';
import { findings } from '../support/accessibility.ts';
import { useApp } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { makeCookie, makePerson } from '../support/make-people.ts';
import { addressOf } from './screen-address.ts';

const app = useApp();
const held = useBrowser();
const cookies = { full: '', empty: '' };
let things: Record<string, string> = {};

beforeAll(async () => {
  const full = await app.client();
  things = await makeThings(app.database, full.owner);
  cookies.full = await makeCookie(app.database, await makePerson(app.database, full.owner));
  const empty = await app.client();
  cookies.empty = await makeCookie(app.database, await makePerson(app.database, empty.owner));
});

const appearances = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const;

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('in a browser', () => {
  test.each(screens)('$path has no findings, no errors and fits the screen', async (screen) => {
    expect(await complaintsAbout(addressOf(screen, things), cookies.full)).toEqual([]);
  });

  test.each(screens.filter(({ path }) => !path.includes(':')))('$path does so with no data', async ({ path }) => {
    expect(await complaintsAbout(`/console${path}`, cookies.empty)).toEqual([]);
  });
});

/** Opens a page in every appearance and returns all that is wrong with it. */
async function complaintsAbout(address: string, cookie: string): Promise<string[]> {
  const complaints: string[] = [];
  let appearance = '';
  const complain = (text: string) => complaints.push(`${appearance}: ${text}`);
  const context = await held.browser.newContext({
    ...{ reducedMotion: 'reduce', baseURL: app.url },
    extraHTTPHeaders: { 'Accept-Language': 'en' },
  });
  const [name = '', value = ''] = cookie.split(/=(.*)/);
  await context.addCookies([{ name, value, url: app.url }]);
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complain(message.text()));
  page.on('pageerror', ({ message }) => complain(message));
  const response = await page.goto(address);
  if (response?.status() !== 200) complain(`${address} responds with ${response?.status()}`);
  for (const { colorScheme, viewport } of appearances) {
    appearance = `${colorScheme} ${viewport.width}`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const { text } of await findings(page)) complain(text);
    if (await overflows(page)) complain('is wider than the screen');
  }
  await context.close();
  return complaints;
}

function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
