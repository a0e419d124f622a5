import type { TaskOwner } from '../../kernel/threads/side-thread.ts';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import type { BarcodeType } from '../../sessions/barcode/barcode-symbol.ts';
import type { PassContent } from '../pass-file/pass-content.ts';

export interface PreviewBarcode {
  svg: string;
  text: string;
  isSquare: boolean;
}

const types: Record<string, BarcodeType> = {
  PKBarcodeFormatCode128: 'CODE128B',
  PKBarcodeFormatPDF417: 'PDF417',
  PKBarcodeFormatAztec: 'AZTEC',
  PKBarcodeFormatQR: 'QRCODE',
};

export async function previewBarcode(
  { barcodes: [barcode] }: PassContent,
  of: TaskOwner,
): Promise<PreviewBarcode | null> {
  if (!barcode) return null;
  const type = types[barcode.format] ?? 'QRCODE';
  const isSquare = type === 'QRCODE' || type === 'AZTEC';
  return { svg: await drawSvg(barcode.message, type, of), text: barcode.altText ?? barcode.message, isSquare };
}
