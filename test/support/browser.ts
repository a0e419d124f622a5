import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A real browser while the tests of the file run. Without one on the machine they fail. */
export function useBrowser(): { browser: Browser } {
  const held = { browser: undefined as unknown as Browser };
  beforeAll(async () => {
    // Root may not use the sandbox of Chromium, and containers of CI seldom know another user. The pages are our own.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    held.browser = await chromium.launch({ executablePath: findBrowser(), args });
  });
  afterAll(() => held.browser?.close());
  return held;
}

function findBrowser(): string {
  const directories = (process.env.PATH ?? '').split(delimiter);
  const found = programs.flatMap((program) => directories.map((directory) => join(directory, program))).find(canRun);
  if (!found)
    throw new Error(
      `no browser was found: install Chromium, such as by apt-get install chromium (looked for ${programs.join(', ')})`,
    );
  return found;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
