import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const program = document.body.dataset.program ?? '';
prepareZXingModule({ overrides: { locateFile: () => program } });

export async function decode(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, {
    formats: ['QRCode', 'Aztec', 'PDF417', 'DataMatrix', 'Code128', 'Code39', 'EAN13'],
    maxNumberOfSymbols: 1,
    tryHarder: true,
  });
  return (found && textOf(found)) || null;
}

/**
 * Returns the text. In Code 39, a lowercase letter is two symbols, and if the last symbol may be a check digit, the
 * library returns the symbols as they are.
 */
function textOf({ text, format }: { text: string; format: string }): string {
  return format === 'Code39' ? text.replace(/\+([A-Z])/g, (_, letter: string) => letter.toLowerCase()) : text;
}
