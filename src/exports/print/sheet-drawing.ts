import { deflateSync } from 'node:zlib';
import { pageObjects } from '../pdf/pdf-document.ts';
import { pdfFont } from '../pdf/pdf-font.ts';
import { printable } from '../pdf/pdf-text.ts';
import { drawLabel, type Label, numbers } from './label-drawing.ts';
import { points } from './label-symbol.ts';
import { labelsOfPage, type SheetLayout } from './sheet-layout.ts';

export interface DrawnPages {
  bytes: Uint8Array;
  offsets: number[];
  characters: string;
  pages: number;
}

export async function run(input: {
  layout: SheetLayout;
  labels: readonly Label[];
  firstPage: number;
}): Promise<DrawnPages> {
  const { layout, labels, firstPage } = input;
  const perPage = labelsOfPage(layout);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const pages = Math.ceil(labels.length / perPage);
  let size = 0;
  for (let page = 0; page < pages; page++) {
    const content = deflateSync(await contentOf(layout, labels.slice(page * perPage, (page + 1) * perPage)));
    for (const object of pageObjects(firstPage + page, layout.page.map(points), content)) {
      offsets.push(size);
      parts.push(object);
      size += object.length;
    }
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), offsets, characters: await charactersOf(labels), pages };
}

async function contentOf(layout: SheetLayout, labels: readonly Label[]): Promise<string> {
  const font = await pdfFont();
  const [width, height] = layout.label.map(points) as [number, number];
  const pageHeight = points(layout.page[1]);
  let content = '0 g 0 G\n';
  for (const [index, label] of labels.entries()) {
    const [column, row] = [index % layout.columns, Math.floor(index / layout.columns)];
    const x = points(layout.left + column * layout.pitch[0]);
    const y = pageHeight - points(layout.top + row * layout.pitch[1]) - height;
    if (layout.hasLines) content += `q 0.6 G 0.3 w ${numbers(x, y, width, height)} re S Q\n`;
    const isTurned = layout.isTent && row === 0;
    const drawn = await drawLabel(font, label, isTurned ? { x: 0, y: 0, width, height } : { x, y, width, height });
    content += isTurned ? `q -1 0 0 -1 ${numbers(x + width, y + height)} cm\n${drawn}Q\n` : drawn;
  }
  return content;
}

async function charactersOf(labels: readonly Label[]): Promise<string> {
  const font = await pdfFont();
  const texts = new Set(labels.flatMap(({ title, price, text, expiry, code }) => [title, price, text, expiry, code]));
  return [...new Set([...texts].flatMap((text) => [...printable(font, text), '…']))].join('');
}
