import type { PdfFont } from '../pdf/pdf-font.ts';
import { type Line, lineOf, linesOf, printable } from '../pdf/pdf-text.ts';
import { type Box, type LabelBarcode, type PlacedSymbol, symbolOf } from './label-symbol.ts';

export interface Label {
  title: string;
  price: string;
  text: string;
  expiry: string;
  code: string;
  barcode: LabelBarcode;
}

export async function drawLabel(font: PdfFont, label: Label, box: Box): Promise<string> {
  const symbol = await symbolOf(label.barcode, box);
  return `${drawTexts(font, label, symbol.texts, symbol.isCentred)}${drawSymbol(symbol)}`;
}

/** Draws the dark modules as one path. Adjacent ones in a row become one rectangle. Linear codes have one row. */
function drawSymbol({ symbol, place, module, isLinear }: PlacedSymbol): string {
  const { width, height } = symbol;
  const data = symbol.data as Uint8ClampedArray;
  const rows = isLinear ? 1 : height;
  const rowHeight = isLinear ? place.height : module;
  const left = place.x + (place.width - width * module) / 2;
  const top = place.y + (place.height + rows * rowHeight) / 2;
  let path = '';
  for (let row = 0; row < rows; row++)
    for (let start = 0; start < width; start++) {
      if (data[row * width + start] !== 0) continue;
      let end = start + 1;
      while (end < width && data[row * width + end] === 0) end++;
      path += `${start} ${rows - row - 1} ${end - start} 1 re\n`;
      start = end;
    }
  return `q ${precise(module, 0, 0, rowHeight, left, top - rows * rowHeight)} cm\n${path}f Q\n`;
}

interface Block {
  text: string;
  size: number;
  max: number;
  isBold?: boolean;
  /** Whether text may break into two lines where a smaller size would avoid it. */
  mayBreak?: boolean;
}

const lineHeight = 1.2;
const [smallest, largest] = [4.5, 40];

function drawTexts(font: PdfFont, label: Label, box: Box, isCentred: boolean): string {
  const { title, price, text, expiry, code } = label;
  const all: Block[] = [
    { text: title, size: 1.25, max: 2, isBold: true },
    { text: price, size: 1.7, max: 1, isBold: true },
    { text, size: 1, max: 3 },
    { text: expiry, size: 0.9, max: 2 },
    { text: code, size: 0.85, max: 4, mayBreak: code.length > 30 },
  ];
  const blocks = all.map((block) => ({ ...block, text: printable(font, block.text) })).filter(({ text }) => text);
  let laid = layOut(font, blocks, box, smallest);
  for (let size = largest; size > smallest; size *= 0.93) {
    const tried = layOut(font, blocks, box, size);
    if (!tried.fits) continue;
    laid = tried;
    break;
  }
  let top = box.y + (box.height + Math.min(laid.height, box.height)) / 2;
  let drawn = '';
  for (const { line, size, isBold } of laid.lines) {
    top -= size * lineHeight;
    if (top < box.y - 0.01) break;
    const x = box.x + (isCentred ? (box.width - (line.width * size) / 1000) / 2 : 0);
    drawn += drawLine(line, size, x, top + size * 0.27, isBold);
  }
  return drawn;
}

function layOut(font: PdfFont, blocks: readonly Block[], box: Box, base: number) {
  const lines: { line: Line; size: number; isBold: boolean }[] = [];
  let [height, fits] = [0, true];
  for (const { text, size: relative, max, isBold = false, mayBreak } of blocks) {
    const size = base * relative;
    const found = linesOf(font, text, (box.width * 1000) / size, max);
    fits &&= !found.isCut && (mayBreak || !breaksWord(text, found.lines));
    height += found.lines.length * size * lineHeight;
    lines.push(...found.lines.map((line) => ({ line: lineOf(font, line), size, isBold })));
  }
  return { lines, height, fits: fits && height <= box.height };
}

function breaksWord(text: string, lines: readonly string[]): boolean {
  return lines.length > text.split(' ').length || lines.join(' ') !== text;
}

function drawLine({ runs }: Line, size: number, x: number, y: number, isBold: boolean): string {
  const style = isBold ? `2 Tr ${numbers(size / 45)} w` : '0 Tr';
  const shown = runs.map(({ font, hex }) => `/${font} ${numbers(size)} Tf <${hex}> Tj`).join(' ');
  return `BT ${style} ${numbers(x, y)} Td ${shown} ET\n`;
}

export function numbers(...values: number[]): string {
  return values.map((value) => String(Number(value.toFixed(3)))).join(' ');
}

/** Writes numbers precisely: over hundreds of modules, rounding errors in their width would add up. */
function precise(...values: number[]): string {
  return values.map((value) => String(Number(value.toFixed(6)))).join(' ');
}
