/* npm run pictures: takes the pictures of docs/console.md, docs/tills.md and docs/operating.md anew, from new services. */
import { chromium } from 'playwright-core';
import { findBrowser } from './browser/find.ts';
import { takeAlertPictures } from './pictures/alert.ts';
import { takeConsolePictures } from './pictures/console.ts';
import { startDemo } from './pictures/service.ts';
import { takeTillPictures } from './pictures/till.ts';

const browser = await chromium.launch(await findBrowser());
try {
  const demo = await startDemo();
  try {
    await takeConsolePictures(browser, demo);
    await takeTillPictures(browser, demo);
  } finally {
    await demo.stop();
  }
  await takeAlertPictures(browser);
} finally {
  await browser.close();
}
