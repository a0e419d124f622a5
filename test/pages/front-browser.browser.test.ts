import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { guidePages } from '../../src/pages/guide/guide-pages.tsx';
import { homePage } from '../../src/pages/home-page.tsx';
import { findings } from '../support/accessibility.ts';
import { useBrowser } from '../support/browser.ts';

const url = 'http://127.0.0.1';
const server = express()
  .use(homePage(url, { isDemo: true }))
  .use(guidePages(url))
  .get('/site/icon.svg', (_, response) => void response.type('svg').send('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  .listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;
const held = useBrowser();

const paths = ['/', '/guide', '/guide/console', '/guide/webhooks'];
const appearances = [
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

test.each(paths)('%s has no findings, no errors and fits the screen', async (path) => {
  const complaints: string[] = [];
  for (const appearance of appearances) {
    const page = await held.browser.newPage({ ...appearance, reducedMotion: 'reduce' });
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${url}:${port}${path}`);
    for (const { text } of await findings(page)) complaints.push(text);
    const isTooWide = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    if (isTooWide) complaints.push(`is wider than ${appearance.viewport.width} pixels`);
    await page.close();
  }
  expect(complaints).toEqual([]);
});
