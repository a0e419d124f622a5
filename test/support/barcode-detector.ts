import type { BrowserContext } from 'playwright-core';
import { readBarcodes } from 'zxing-wasm/reader';
import { prepareScanner } from './pdf-reader.ts';

/** The names that the standard gives to the formats of zxing. */
const formats: Record<string, 'QRCode' | 'Aztec' | 'PDF417' | 'Code128' | 'Code39'> = {
  qr_code: 'QRCode',
  aztec: 'Aztec',
  pdf417: 'PDF417',
  code_128: 'Code128',
  code_39: 'Code39',
};

/**
 * Gives the pages of a browser a `BarcodeDetector` that decodes outside the page. Chromium has one only where the system has a
 * decoder: Android, macOS and ChromeOS. On Linux, `--enable-blink-features=BarcodeDetector` adds the class, which then knows no
 * format and rejects every picture (Chromium 153).
 */
export async function addBarcodeDetector(context: BrowserContext): Promise<void> {
  prepareScanner();
  await context.exposeFunction('decodeOutside', async (picture: string, wanted: string[]) => {
    const found = await readBarcodes(Buffer.from(picture, 'base64'), {
      formats: wanted.flatMap((name) => formats[name] ?? []),
      maxNumberOfSymbols: 1,
    });
    return found.map(({ text }) => ({ rawValue: text }));
  });
  await context.addInitScript(`globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ${JSON.stringify(Object.keys(formats))};
    #formats;
    constructor({ formats }) {
      this.#formats = formats;
    }
    detect(canvas) {
      return decodeOutside(canvas.toDataURL('image/png').split(',')[1], [...this.#formats]);
    }
  }`);
}
