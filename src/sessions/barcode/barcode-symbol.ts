import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer';
import type { barcodeTypes } from '../../coupons/coupon/coupon.fields.ts';

export type BarcodeType = (typeof barcodeTypes)[number];

/** The formats by symbology. Code 39 uses full ASCII, because session codes contain lowercase letters. */
const formats: Record<BarcodeType, WriteInputBarcodeFormat> = {
  CODE39: 'Code39Ext',
  CODE128B: 'Code128',
  PDF417: 'PDF417',
  AZTEC: 'Aztec',
  QRCODE: 'QRCode',
};

const program = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
let isPrepared = false;

/**
 * Draws a barcode with its quiet zone. `scale` is the number of pixels per module. Returns null if the symbology cannot
 * encode the text.
 */
export async function written(text: string, type: BarcodeType, scale: number) {
  if (!isPrepared) prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(program)).buffer } });
  isPrepared = true;
  const { error, svg, image, symbol } = await writeBarcode(text, { format: formats[type], scale });
  return error || !image ? null : { svg, image, symbol };
}
