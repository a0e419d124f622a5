import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../scripts/browser/find.ts';
import { openDatabase } from '../src/kernel/database/engines/database-url.ts';
import { model } from '../src/main/registries/tables.ts';
import { addTill } from '../src/tills/till/till.ts';
import { issuePairing } from '../src/tills/till/till-pairing.ts';
import { barcode, openWithCamera } from '../test/support/camera.ts';
import { type Data, fill } from './data.ts';
import type { BenchServer } from './database.ts';
import type { ServerProcess } from './measured-process.ts';
import type { Options } from './options.ts';
import { startService } from './servers.ts';
import { tableOf } from './table.ts';

const warmUps = 5;
const redemptions = 40;
const aim = 400;

/** A frame a second, so that each code is in sight long enough to be redeemed before the next. */
const framesPerSecond = 1;
const photoSize = { width: 4000, height: 3000 };

interface Result {
  way: string;
  times: number[];
}

/**
 * Measures how long a till in Chromium takes from a code that was read to the painted screen which says that it is redeemed: the
 * search, the hold, the tap and the redemption. The decoder is zxing, because Chromium on Linux has none.
 */
export async function measureTill(databases: BenchServer, { rows }: Options): Promise<string> {
  const url = await databases.create();
  const data = await fill(url, rows);
  const count = warmUps + redemptions;
  const codes = (way: number) => data.unclaimed.slice(way * count, (way + 1) * count);
  const service = await startService(url);
  const filming = await openWithCamera(codes(0), framesPerSecond);
  const blind = await chromium.launch(await findBrowser());
  try {
    const results: Result[] = [];
    const measured = async (browser: Browser, way: string, begins: string, present: Present) => {
      const page = await pairedPage(browser, { service, url, data, begins });
      results.push({ way, times: await redeemed(page, present, codes(results.length)) });
      await page.context().close();
    };
    await measured(filming.browser, 'camera: from the decoded frame', onScreen('checking'), async () => {});
    await measured(blind, 'scanner that types: from its Enter', onEnter, typed);
    await measured(blind, 'photo of 12 megapixels: from its choice', onPhoto, chosen);
    return tableOf(results, {
      [`${redemptions} redemptions each`]: ({ way }) => way,
      'p50 ms': ({ times }) => within(times, 0.5),
      'p95 ms': ({ times }) => within(times, 0.95),
      'aim of p95': () => String(aim),
      'slowest ms': ({ times }) => within(times, 1),
    });
  } finally {
    await Promise.all([filming.close(), blind.close()]);
    await service.stop();
  }
}

const within = (times: readonly number[], part: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN).toFixed(0);

type Present = (page: Page, code: string) => Promise<void>;

/** Types as a hand scanner does. */
async function typed(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** Chooses a photo in which the code is a small part. */
async function chosen(page: Page, code: string): Promise<void> {
  const picture = sharp({ create: { ...photoSize, channels: 3, background: '#cfc8bd' } });
  const buffer = await picture
    .composite([
      {
        input: await sharp(await barcode(code))
          .resize(1000)
          .toBuffer(),
      },
    ])
    .jpeg({ quality: 85 })
    .toBuffer();
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
}

/* What follows runs in the page. `begin` notes when a code was read. */

const onEnter = `addEventListener('keydown', (event) => { if (event.key === 'Enter') begin(); }, true);`;
const onPhoto = `addEventListener('change', (event) => { if (event.target.type === 'file') begin(); }, true);`;
const onScreen = (name: string) =>
  `addEventListener('screen', (event) => { if (event.detail === '${name}') begin(); });`;

/** Notes the times from each beginning to the first painted frame of the screen which says that the code is redeemed. */
const clock = `
  const times = [];
  globalThis.times = times;
  let began = 0;
  let shown = '';
  const begin = () => { began ||= performance.now(); };
  new MutationObserver(() => {
    const name = document.querySelector('.page')?.dataset.screen;
    if (name === shown) return;
    shown = name;
    dispatchEvent(new CustomEvent('screen', { detail: name }));
    if (name === 'redeemed') requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => {
        times.push(performance.now() - began);
        began = 0;
        dispatchEvent(new Event('timed'));
      };
      painted.port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen'] });
`;

interface Wanted {
  service: ServerProcess;
  url: string;
  data: Data;
  /** A script that calls `begin`. */
  begins: string;
}

async function pairedPage(browser: Browser, { service, url, data, begins }: Wanted): Promise<Page> {
  const context = await browser.newContext({ locale: 'en' });
  await context.addInitScript(`{${clock}${begins}}`);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${service.port}/till#pair=${await pairingToken(url, data)}`);
  return page;
}

async function pairingToken(url: string, { accountId, keyId }: Data): Promise<string> {
  const database = await openDatabase(url, model);
  try {
    return await database.transaction(async (transaction) => {
      const till = await addTill(transaction, {
        ...{ accountId, madeBy: keyId, name: 'Counter', merchant: null, askedFields: [] },
        ...{ redeemsAtOnce: false, asksForMoney: false, offlineRedemption: 'REFUSE' },
      });
      return (await issuePairing(transaction, till)).token;
    });
  } finally {
    await database.close();
  }
}

const buttonShown = `new Promise((resolve) => {
  const isShown = () => [...document.querySelectorAll('button')].some((button) => button.textContent.trim() === 'Redeem');
  const look = () => isShown() ? resolve(true) : requestAnimationFrame(look);
  look();
})`;

/** Redeems one code after another, each with a tap, and returns the sorted times. */
async function redeemed(page: Page, present: Present, codes: readonly string[]): Promise<number[]> {
  const button = page.getByRole('button', { name: 'Redeem', exact: true });
  for (const [index, code] of codes.entries()) {
    await page.waitForSelector('.page:is([data-screen="ready"], [data-screen="redeemed"], [data-screen="session"])');
    // Photos are chosen on the first screen.
    if (present === chosen && index > 0) await page.getByRole('button', { name: 'Next' }).click();
    await present(page, code);
    // Playwright looks for a missing button only every 500 ms after a while; the page itself notices it in the next frame.
    await page.evaluate(buttonShown);
    await button.click();
    await page.evaluate(
      `times.length > ${index} || new Promise((resolve) => addEventListener('timed', () => resolve(true), { once: true }))`,
    );
  }
  const times = (await page.evaluate('times')) as number[];
  return times.slice(warmUps).sort((one, other) => one - other);
}
