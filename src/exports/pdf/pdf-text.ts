import type { PdfFont } from './pdf-font.ts';

/**
 * Fonts that the PDF only names, because East Asian fonts take megabytes. The fonts of the reader's device are used.
 */
export const readersFonts = {
  GB: { name: 'STSong-Light', encoding: 'UniGB-UTF16-H', registry: 'Adobe', ordering: 'GB1', supplement: 4 },
  JP: { name: 'HeiseiKakuGo-W5', encoding: 'UniJIS-UTF16-H', registry: 'Adobe', ordering: 'Japan1', supplement: 4 },
  KR: { name: 'HYGoThic-Medium', encoding: 'UniKS-UTF16-H', registry: 'Adobe', ordering: 'Korea1', supplement: 1 },
} as const;
export type ReadersFont = keyof typeof readersFonts;

export interface Line {
  runs: { font: 'F' | ReadersFont; hex: string }[];
  width: number;
}

/** Scripts that run from right to left or join their letters. The font would print them wrongly. */
const unwritten = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/u;

function fontOf(font: PdfFont, character: string): 'F' | 'EAST' | null {
  if (unwritten.test(character) || invisible.test(character)) return null;
  if (font.glyphs.has(character.codePointAt(0) ?? 0)) return 'F';
  return eastAsian.test(character) ? 'EAST' : null;
}

export function printable(font: PdfFont, text: string): string {
  return [...text.normalize('NFC').replace(/\s+/g, ' ')]
    .filter((character) => fontOf(font, character))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
}

export function unprintable(font: PdfFont, text: string): string[] {
  const visible = [...text.normalize('NFC')].filter((character) => !/\s/.test(character) && !invisible.test(character));
  return [...new Set(visible.filter((character) => !fontOf(font, character)))];
}

export function lineOf(font: PdfFont, text: string): Line {
  const line: Line = { runs: [], width: 0 };
  const eastern = easternFont(text);
  for (const character of text) {
    const glyph = font.glyphs.get(character.codePointAt(0) ?? 0);
    const name = fontOf(font, character) === 'EAST' ? eastern : 'F';
    const hex = name === 'F' ? hexOf(glyph ?? 0) : Buffer.from(character, 'utf16le').swap16().toString('hex');
    const last = line.runs.at(-1);
    if (last?.font === name) last.hex += hex;
    else line.runs.push({ font: name, hex });
    line.width += widthOf(font, character);
  }
  return line;
}

function easternFont(text: string): ReadersFont {
  if (/\p{Script=Hangul}/u.test(text)) return 'KR';
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'JP' : 'GB';
}

export function hexOf(glyph: number): string {
  return glyph.toString(16).padStart(4, '0');
}

function widthOf(font: PdfFont, character: string): number {
  const glyph = font.glyphs.get(character.codePointAt(0) ?? 0);
  return glyph === undefined ? 1000 : font.widthOf(glyph);
}

/**
 * Breaks a text into lines. The width is in thousandths of the font size. An ellipsis marks a last line that is cut.
 */
export function linesOf(font: PdfFont, text: string, width: number, max: number): { lines: string[]; isCut: boolean } {
  const lines: string[] = [];
  let rest = text;
  while (rest && lines.length < max) {
    const end = endOfLine(font, rest, width);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (!rest) return { lines, isCut: false };
  const last = lines.pop() ?? '';
  return { lines: [...lines, `${shortened(font, last, width - widthOf(font, '…'))}…`], isCut: true };
}

function endOfLine(font: PdfFont, text: string, width: number): number {
  const fitting = shortened(font, text, width).length;
  if (fitting === text.length || text[fitting] === ' ') return fitting;
  const space = text.lastIndexOf(' ', fitting);
  return space > 0 ? space : Math.max(fitting, [...text][0]?.length ?? 1);
}

function shortened(font: PdfFont, text: string, width: number): string {
  let [end, used] = [0, 0];
  for (const character of text) {
    used += widthOf(font, character);
    if (used > width) break;
    end += character.length;
  }
  return text.slice(0, end);
}
