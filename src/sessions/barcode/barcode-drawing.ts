import { type BarcodeType, written } from './barcode-symbol.ts';

export interface BarcodeImages {
  png: Uint8Array;
  svg: string;
}

export async function run({ text, type }: { text: string; type: BarcodeType }): Promise<BarcodeImages | null> {
  const barcode = await written(text, type, 3);
  if (!barcode) return null;
  return {
    png: new Uint8Array(await barcode.image.arrayBuffer()),
    // Without a width and a height, the picture gets its size from the page.
    svg: barcode.svg.replace(/^.*?<svg width="(\d+)" height="(\d+)"/s, '<svg viewBox="0 0 $1 $2"'),
  };
}
