import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { onTestFinished } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** Lets zxing read barcodes in pictures. */
export function prepareScanner(): void {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(program)).buffer } });
}

/** A rendered page: four bytes a pixel. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF with the renderer of Chromium. */
export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  onTestFinished(() => document.destroy());
  return document;
}

/** Renders a page, which counts from 0. The scale is in pixels a point. */
export async function pictureOf(document: PDFiumDocument, page: number, scale: number): Promise<Picture> {
  const { data, width, height } = await document.getPage(page).render({ scale, render: 'bitmap' });
  return { data, width, height };
}

/** Returns a part of a picture. */
export function cropped({ data, width }: Picture, x: number, y: number, wide: number, high: number): Picture {
  const rows = Array.from({ length: high }, (_, row) => {
    const start = ((y + row) * width + x) * 4;
    return data.subarray(start, start + wide * 4);
  });
  return { data: new Uint8Array(Buffer.concat(rows)), width: wide, height: high };
}

/**
 * Returns the text of a barcode that was read. Small letters are two symbols in Code 39. If its last symbol could be a check
 * digit, the library returns the symbols as they are.
 */
export function textRead({ text, format }: { text: string; format: string }): string {
  return format === 'Code39' ? text.replace(/\+([A-Z])/g, (_, letter: string) => letter.toLowerCase()) : text;
}

/** Returns the texts of the barcodes in a picture, decoded by an independent library. */
export async function scan(picture: Picture): Promise<string[]> {
  return (await barcodesOf(picture)).map(({ text }) => text);
}

/** Returns the texts and the symbologies of the barcodes in a picture. */
export async function barcodesOf({ data, width, height }: Picture): Promise<{ text: string; symbology: string }[]> {
  prepareScanner();
  const pixels = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' } as ImageData;
  const found = await readBarcodes(pixels, { tryHarder: true, maxNumberOfSymbols: 255 });
  return found.map((barcode) => ({ text: textRead(barcode), symbology: barcode.symbology }));
}
