import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const program = document.body.dataset.program ?? '';
prepareZXingModule({ overrides: { locateFile: () => program } });

/** Returns the text of the first barcode of a picture, or null. */
export async function decode(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, {
    formats: ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', 'Code128', 'Code39', 'EAN13'],
    maxNumberOfSymbols: 1,
    tryHarder: true,
  });
  return found?.text || null;
}
