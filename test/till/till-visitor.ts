import type { BrowserContext, Page } from 'playwright-core';
import type { Till, TillSettings } from '../../src/tills/till/till.ts';
import { issuePairing } from '../../src/tills/till/till-pairing.ts';
import type { App } from '../support/app.ts';
import type { Owner } from '../support/client.ts';
import { makeTill } from '../support/make-tills.ts';

/** Makes a till and returns its pairing link. */
export async function makeLink(app: Pick<App, 'database'>, owner: Owner, given: Partial<TillSettings> = {}) {
  const till = await makeTill(app.database, owner, given);
  const { token } = await app.database.transaction((transaction) => issuePairing(transaction, till));
  return { till, path: `/till#pair=${token}` };
}

/** Pairs a new page with a new till, and waits until it is ready to scan. */
export async function pairedPage(
  app: Pick<App, 'database' | 'url'>,
  context: BrowserContext,
  owner: Owner,
  given: Partial<TillSettings> = {},
): Promise<{ page: Page; till: Till }> {
  const { till, path } = await makeLink(app, owner, given);
  await letWait(context);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await onScreen(page, 'ready');
  return { page, till };
}

/** Lets the pages wait longer than 8 seconds for a response, because the machine may be busy. */
export function letWait(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(`{
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = () => timeout(120_000);
  }`);
}

export function onScreen(page: Page, name: string): Promise<unknown> {
  return page.locator(`.page[data-screen="${name}"]`).waitFor();
}

/** Types a code as a hand scanner does: without waiting between keys, because a pause ends a code. */
export async function scanned(page: Page, code: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const events = [...code, 'Enter'].flatMap((key) => [
    { type: 'keyDown' as const, key, text: key === 'Enter' ? '\r' : key },
    { type: 'keyUp' as const, key },
  ]);
  await Promise.all(events.map((event) => devTools.send('Input.dispatchKeyEvent', event)));
  await devTools.detach();
}

export interface KeptInDevice {
  code: string;
  refused: { code: string; at?: string; by?: string; keyId?: string } | null;
}

/** Reads what the device keeps, in the order in which it was taken. */
export function keptOf(page: Page): Promise<KeptInDevice[]> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('till');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  })`);
}

/** Scans a code without a network, and takes it at the risk of the shop. */
export async function taken(page: Page, code: string): Promise<void> {
  await scanned(page, code);
  await onScreen(page, 'offline');
  await page.keyboard.press('Enter');
  await onScreen(page, 'taken');
}
