import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser } from '../../scripts/browser/find.ts';
import { type BarcodeType, written } from '../../src/sessions/barcode/barcode-symbol.ts';
import { timeout } from './browser.ts';

const video = { width: 640, height: 480 };

export async function barcode(text: string, type: BarcodeType = 'QRCODE'): Promise<Buffer> {
  const image = (await written(text, type, 5))?.image;
  if (!image) throw new Error(`no barcode for ${text}`);
  return Buffer.from(await image.arrayBuffer());
}

/**
 * Opens a browser whose camera shows a film of barcodes, one after the other and again from the start. Close it with `close`.
 */
export async function openWithCamera(codes: readonly string[], framesPerSecond = 20) {
  const directory = mkdtempSync(join(tmpdir(), 'camera-'));
  const file = join(directory, 'camera.y4m');
  writeFileSync(file, await film(codes, framesPerSecond));
  const browser: Browser = await chromium.launch({
    ...(await findBrowser()),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(timeout));
  return {
    browser,
    close: async () => {
      await browser.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns a film for the fake camera of Chromium: a frame for each barcode, in YUV4MPEG2, without colours. */
async function film(codes: readonly string[], framesPerSecond: number): Promise<Buffer> {
  const { width, height } = video;
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frames = await Promise.all(
    codes.map(async (code) => {
      const picture = sharp(await barcode(code)).resize(width, height, { fit: 'contain', background: '#ffffff' });
      const grey = picture.flatten({ background: '#ffffff' }).toColourspace('b-w').extractChannel(0);
      return Buffer.concat([Buffer.from('FRAME\n'), await grey.raw().toBuffer(), colour]);
    }),
  );
  const header = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`;
  // Chromium needs a second frame.
  return Buffer.concat([Buffer.from(header), ...frames, ...(frames.length === 1 ? frames : [])]);
}
