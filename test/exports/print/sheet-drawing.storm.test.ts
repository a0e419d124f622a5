import { createHash } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { barcodeTypes } from '../../../src/coupons/coupon/coupon.fields.ts';
import { run as drawFonts } from '../../../src/exports/pdf/font-drawing.ts';
import { type PdfPart, pdfOf } from '../../../src/exports/pdf/pdf-document.ts';
import { run as missingCharacters } from '../../../src/exports/pdf/unprintable-characters.ts';
import type { Label } from '../../../src/exports/print/label-drawing.ts';
import { run as drawPages } from '../../../src/exports/print/sheet-drawing.ts';
import { labelsOfPage, type SheetLayout, sheetLayouts, tentLayouts } from '../../../src/exports/print/sheet-layout.ts';
import { run as sheetRoom } from '../../../src/exports/print/sheet-room.ts';
import { randomCode } from '../../../src/kernel/values/random-ids.ts';
import type { BarcodeType } from '../../../src/sessions/barcode/barcode-symbol.ts';
import { barcodesOf, cropped, openPdf, type Picture, pictureOf, scan } from '../../support/pdf-reader.ts';

const words = {
  title: 'A loaf of bread',
  price: '€5.00',
  text: 'Fresh every morning',
  expiry: 'Valid until 31 January 2027',
};

function labelsFor(amount: number, given: Partial<Label> = {}): Label[] {
  return Array.from({ length: amount }, (_, index) => {
    const type = barcodeTypes[index % barcodeTypes.length] ?? 'QRCODE';
    const code = randomCode(21);
    return { ...words, code, barcode: { text: code, type }, ...given };
  });
}

async function pdf(layout: SheetLayout, labels: readonly Label[]): Promise<Uint8Array> {
  const drawn = await drawPages({ layout, labels, firstPage: 0 });
  const pages = async function* (): AsyncGenerator<PdfPart> {
    yield drawn;
  };
  const parts: Uint8Array[] = [];
  for await (const part of pdfOf(pages(), () => drawFonts(drawn.characters))) parts.push(part);
  return Buffer.concat(parts);
}

/** The labels of a page: their places in pixels. */
function placesOf(layout: SheetLayout, scale: number) {
  const pixels = (millimetres: number) => Math.round((millimetres * 72 * scale) / 25.4);
  return Array.from({ length: labelsOfPage(layout) }, (_, index) => ({
    x: pixels(layout.left + (index % layout.columns) * layout.pitch[0]),
    y: pixels(layout.top + Math.floor(index / layout.columns) * layout.pitch[1]),
    width: pixels(layout.label[0]) - 1,
    height: pixels(layout.label[1]) - 1,
  }));
}

/** Lines need the 600 dots an inch that most printers have. The others can be read from 300. */
const scaleOf = (type: BarcodeType) => (type === 'CODE39' || type === 'CODE128B' ? 600 : 300) / 72;

const symbologies: Record<BarcodeType, string> = {
  ...{ CODE39: 'Code39', CODE128B: 'Code128', PDF417: 'PDF417', AZTEC: 'Aztec', QRCODE: 'QRCode' },
};
const tooNarrow: readonly string[] = ['L7160', 'A3422', 'US5160', 'BUSINESS_CARDS'];

/** Every layout with every symbology, or in `npm test` only as many pairs as show each of them once. */
const pairs = Object.entries(sheetLayouts).flatMap(([name, layout], row) =>
  barcodeTypes
    .filter((_, column) => inject('isThorough') || column === row % barcodeTypes.length)
    .map((type) => ({ name, layout, type })),
);

test.each(pairs)(
  'every label of $name can be read with a session code in $type',
  async ({ name, layout, type }: { name: string; layout: SheetLayout; type: BarcodeType }) => {
    const scale = scaleOf(type);
    const places = placesOf(layout, scale);
    // The same in each run, because a reader misses one label of a thousand at one size and finds it at another.
    const codes = ['abcdefghijklmnopqrs12', ...places.map((_, index) => steadyCode(`${name} ${type} ${index}`))].slice(
      0,
      Math.max(2, places.length),
    );
    const labels = codes.map((code) => ({ ...words, code, barcode: { text: code, type } }));
    const document = await openPdf(await pdf(layout, labels));
    expect(document.getPageCount()).toBe(Math.ceil(labels.length / places.length));
    const hasRoom = type !== 'CODE39' || !tooNarrow.includes(name);
    expect(await sheetRoom({ layout, barcode: { text: codes[0] ?? '', type } })).toBe(hasRoom);

    const read: Awaited<ReturnType<typeof barcodesOf>> = [];
    for (let page = 0; page < document.getPageCount(); page++) {
      const picture = await pictureOf(document, page, scale);
      for (const { x, y, width, height } of places.slice(0, labels.length - page * places.length))
        read.push(...(await barcodesOf(cropped(picture, x, y, width, height))));
    }

    expect(read.map(({ text }) => text)).toEqual(codes);
    expect(read[0]?.symbology).toBe(symbologies[hasRoom ? type : 'QRCODE']);
    if (hasRoom) expect(new Set(read.map(({ symbology }) => symbology)).size).toBe(1);
  },
  120_000,
);

function steadyCode(seed: string): string {
  return `${BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`)
    .toString(36)
    .slice(0, 19)}00`;
}

const long = 'W'.repeat(200);
const sentence = 'Buy one loaf of bread and get another one for free in all our shops. '.repeat(3);

test.each([
  ['words without spaces', { title: long, price: long.slice(0, 40), text: long, expiry: long, code: long }],
  ['long sentences', { title: sentence, price: '€1,000,000,000.00', text: sentence, expiry: sentence, code: 'x' }],
  [
    'other writing',
    {
      title: 'Ψωμί και Хлеб với bánh mì',
      price: '面包',
      text: 'مرحبا \u202e\u0000 👩‍👩‍👧',
      expiry: 'é',
      code: '(\\) <>',
    },
  ],
])(
  'no label prints over its edge: %s',
  async (_, texts) => {
    const codes = [randomCode(21), 'Z'.repeat(100)];
    const labels = codes.flatMap((text) =>
      (['QRCODE', 'CODE128B'] as const).map((type) => ({ ...texts, barcode: { text, type } })),
    );
    for (const layout of [sheetLayouts.US5160, sheetLayouts.A3422, sheetLayouts.L7163]) {
      const document = await openPdf(await pdf(layout, labels));
      const picture = await pictureOf(document, 0, 3);
      const places = placesOf(layout, 3).slice(0, labels.length);
      expect(inkOutside(picture, places)).toBe(0);
      const [first] = places;
      expect(first && (await scan(cropped(picture, first.x, first.y, first.width, first.height)))).toEqual(
        codes.slice(0, 1),
      );
    }
  },
  120_000,
);

/** Counts the dark pixels outside these places, and in their outermax quarter of a millimetre. */
function inkOutside({ data, width, height }: Picture, places: ReturnType<typeof placesOf>): number {
  const isInside = new Uint8Array(width * height);
  for (const place of places)
    for (let y = place.y + 2; y < place.y + place.height - 2; y++)
      isInside.fill(1, y * width + place.x + 2, y * width + place.x + place.width - 2);
  let ink = 0;
  for (let pixel = 0; pixel < isInside.length; pixel++) if (!isInside[pixel] && (data[pixel * 4] ?? 255) < 128) ink++;
  return ink;
}

test('the texts of a label can be read, in Latin, Greek and Cyrillic', async () => {
  const texts = { title: 'Süßes Brød', price: '5,00 €', text: 'Ψωμί', expiry: 'Хлеб до января', code: 'a1B2' };
  const document = await openPdf(await pdf(sheetLayouts.A6, labelsFor(1, texts)));
  const text = document.getPage(0).getText();
  for (const expected of Object.values(texts)) expect(text.replace(/\s+/g, ' ')).toContain(expected);
});

test('characters that cannot be printed are named', async () => {
  expect(await missingCharacters('Brød Ψωμί Хлеб 面包 パン 빵 €5')).toEqual([]);
  expect(await missingCharacters('خبز לחם')).toEqual(['خ', 'ب', 'ز', 'ל', 'ח', 'ם']);
});

test('a text that the symbology cannot encode becomes a QR code', async () => {
  const document = await openPdf(
    await pdf(sheetLayouts.A6, labelsFor(1, { barcode: { text: 'Brötchen-7', type: 'CODE39' } })),
  );
  expect(await scan(await pictureOf(document, 0, 3))).toEqual(['Brötchen-7']);
});

test.each(Object.entries(tentLayouts))('both sides of a table tent have the code: %s', async (_, layout) => {
  const address = 'https://example.com/p/ABCD1234';
  const labels = labelsFor(2, { code: 'example.com/p/ABCD1234', barcode: { text: address, type: 'QRCODE' } });
  const document = await openPdf(await pdf(layout, labels));
  expect(document.getPageCount()).toBe(1);
  const picture = await pictureOf(document, 0, 2);
  const half = Math.floor(picture.height / 2);
  for (const y of [0, half]) expect(await scan(cropped(picture, 0, y, picture.width, half))).toEqual([address]);
});
