import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findBrowser } from '../../scripts/browser/find.ts';

const fetchTimeout = 10 * 60_000;
/** Milliseconds for what a page does, on a machine that may be busy. */
export const patience = 120_000;

/** Runs a real browser while the tests of the file run. */
export function useBrowser(): { browser: Browser } {
  const held = { browser: undefined as unknown as Browser };
  beforeAll(async () => {
    held.browser = await chromium.launch(await findBrowser());
    held.browser.on('context', (context) => context.setDefaultTimeout(patience));
  }, fetchTimeout);
  afterAll(() => held.browser?.close());
  return held;
}
