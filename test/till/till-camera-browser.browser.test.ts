import type { BrowserContext } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { requireRow } from '../../src/kernel/database/rows.ts';
import { couponSessions } from '../../src/sessions/session/session.ts';
import { useApp } from '../support/app.ts';
import { addBarcodeDetector } from '../support/barcode-detector.ts';
import { openWithCamera } from '../support/camera.ts';
import { makeSession } from '../support/make.ts';
import { letWait, makeLink, onScreen } from './till-visitor.ts';

const app = useApp();

/** Pages look the same on every database. */
describe.skipIf(inject('engine') !== 'sqlite')('with a camera', () => {
  // Chromium on Linux has no decoder of its own, so this takes the path of iOS.
  test('pair, scan with the camera, redeem with one tap, undo', async () => {
    const { page, session, loaded } = await openedWithCamera(async () => {});

    expect(await page.evaluate("'BarcodeDetector' in window")).toBe(false);
    expect(loaded()).toHaveLength(2);
    // Out of sight, because a code that takes long to decode counts as another one.
    await page.evaluate("document.querySelector('video').srcObject = null");
    await page.getByRole('button', { name: 'Redeem' }).click();
    await onScreen(page, 'redeemed');
    expect(await validatedAt(session)).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').first().waitFor();
  });

  test('a browser that decodes barcodes itself loads no decoder', async () => {
    const { page, session, loaded } = await openedWithCamera(addBarcodeDetector);

    await page.keyboard.press('Enter');
    await onScreen(page, 'redeemed');
    expect(await validatedAt(session)).not.toBeNull();
    expect(loaded()).toEqual([]);
  });

  test('a browser that could decode barcodes, but knows none of their formats, loads the decoder', async () => {
    const { loaded } = await openedWithCamera((context) =>
      context.addInitScript('globalThis.BarcodeDetector = class { static getSupportedFormats = async () => []; }'),
    );

    expect(loaded()).toHaveLength(2);
  });
});

/** Pairs a till whose camera sees a code, and waits until it has found the session of the code. */
async function openedWithCamera(prepare: (context: BrowserContext) => Promise<unknown>) {
  const { owner } = await app.client();
  const { session } = await makeSession(app.database, owner);
  const { browser, close } = await openWithCamera([session]);
  onTestFinished(close);
  const context = await browser.newContext({ locale: 'en', permissions: ['camera'] });
  await letWait(context);
  await prepare(context);
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const { path } = await makeLink(app, owner);
  await page.goto(app.url + path);
  await onScreen(page, 'session');
  return { page, session, loaded: () => requested.filter((url) => /zxing/.test(url)) };
}

const validatedAt = async (session: string) =>
  (await requireRow(app.database, couponSessions, { session })).validatedAt;
