import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../scripts/browser/find.ts';
import { couponSessions } from '../../../src/sessions/session/session.ts';
import { useApp } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';
import { film, makeLink, onScreen } from './till-visitor.ts';

const app = useApp();

/** Returns a browser whose camera shows the film. */
async function openBrowser(shown: Buffer) {
  const directory = mkdtempSync(join(tmpdir(), 'camera-'));
  const file = join(directory, 'camera.y4m');
  writeFileSync(file, shown);
  const browser = await chromium.launch({
    ...(await findBrowser()),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  onTestFinished(async () => {
    await browser.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return browser;
}

/** Chromium on Linux has no decoder of its own, so this takes the path of iOS. */
test.skipIf(inject('engine') !== 'sqlite')('pair, scan with the camera, redeem with one tap, undo', async () => {
  const { owner } = await app.client();
  const { session } = await makeSession(app.database, owner);
  const browser = await openBrowser(await film(session));
  const page = await browser.newPage({ locale: 'en', permissions: ['camera'] });
  const { path } = await makeLink(app, owner);

  await page.goto(app.url + path);
  await onScreen(page, 'session');
  expect(await page.evaluate("'BarcodeDetector' in window")).toBe(false);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await onScreen(page, 'redeemed');
  const kept = await app.database.manager.findOneByOrFail(couponSessions, { session });
  expect(kept.validatedAt).not.toBeNull();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back.').first().waitFor();
});
