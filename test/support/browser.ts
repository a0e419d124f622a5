import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { findBrowser } from '../../scripts/browser/find.ts';

const fetchTimeout = 10 * 60_000;
/** Milliseconds for what a page does, on a machine that may be busy. */
export const timeout = 120_000;

/** The browser of this process. It ends with the process. */
let shared: Promise<Browser> | undefined;

/**
 * Runs a real browser. The files of a process share it: each test opens contexts of its own, and those that are still open
 * after the last test of a file are closed.
 */
export function useBrowser(): { browser: Browser } {
  const held = { browser: undefined as unknown as Browser };
  beforeAll(async () => {
    shared ??= launch();
    held.browser = await shared;
  }, fetchTimeout);
  afterAll(async () => void (await Promise.all(held.browser?.contexts().map((context) => context.close()) ?? [])));
  return held;
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch(await findBrowser());
  return browser.on('context', (context) => context.setDefaultTimeout(timeout));
}
