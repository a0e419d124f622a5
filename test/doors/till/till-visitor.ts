import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { type BarcodeType, written } from '../../../src/sessions/barcode/barcode-symbol.ts';
import type { TillSettings } from '../../../src/tills/till/till.ts';
import { issuePairing } from '../../../src/tills/till/till-pairing.ts';
import type { App } from '../../support/app.ts';
import type { Owner } from '../../support/client.ts';
import { makeTill } from '../../support/make-tills.ts';

/** Makes a till and returns its pairing link. */
export async function makeLink(app: App, owner: Owner, given: Partial<TillSettings> = {}) {
  const till = await makeTill(app.database, owner, given);
  const { token } = await app.database.transaction((transaction) => issuePairing(transaction, till));
  return { till, path: `/till#pair=${token}` };
}

/** Pairs a new page with a new till, and waits until it is ready to scan. */
export async function pairedPage(
  app: App,
  context: BrowserContext,
  owner: Owner,
  given: Partial<TillSettings> = {},
): Promise<{ page: Page; till: { id: string; name: string } }> {
  const { till, path } = await makeLink(app, owner, given);
  const page = await context.newPage();
  await page.goto(app.url + path);
  await onScreen(page, 'ready');
  return { page, till };
}

export function onScreen(page: Page, name: string): Promise<unknown> {
  return page.locator(`.page[data-screen="${name}"]`).waitFor();
}

/** Types a code as a hand scanner does. */
export async function scanned(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

export async function barcode(text: string, type: BarcodeType = 'QRCODE'): Promise<Buffer> {
  const image = (await written(text, type, 5))?.image;
  if (!image) throw new Error(`no barcode for ${text}`);
  return Buffer.from(await image.arrayBuffer());
}

const video = { width: 640, height: 480 };

/** Returns a film of a barcode for the fake camera of Chromium: one frame, in YUV4MPEG2, without colours. */
export async function film(text: string): Promise<Buffer> {
  const { width, height } = video;
  const picture = sharp(await barcode(text)).resize(width, height, { fit: 'contain', background: '#ffffff' });
  const luma = await picture.flatten({ background: '#ffffff' }).toColourspace('b-w').extractChannel(0).raw().toBuffer();
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, colour]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F20:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}
