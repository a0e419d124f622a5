import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/** The font of all printed text: DejaVu Sans, which has Latin, Greek, Cyrillic and many other scripts. */
export interface PdfFont {
  tables: ReadonlyMap<string, Buffer>;
  unitsPerEm: number;
  glyphs: ReadonlyMap<number, number>;
  /** Returns the width of a glyph in thousandths of the size. */
  widthOf: (glyph: number) => number;
}

const file = fileURLToPath(import.meta.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff'));

let loading: Promise<PdfFont> | undefined;

export function pdfFont(): Promise<PdfFont> {
  loading ??= readFile(file).then(fontOf);
  return loading;
}

function fontOf(woff: Buffer): PdfFont {
  const tables = tablesOf(woff);
  const unitsPerEm = tableOf(tables, 'head').readUInt16BE(18);
  const widths = tableOf(tables, 'hmtx');
  const counted = tableOf(tables, 'hhea').readUInt16BE(34);
  return {
    tables,
    unitsPerEm,
    glyphs: glyphsOf(tableOf(tables, 'cmap')),
    widthOf: (glyph) => Math.round((widths.readUInt16BE(4 * Math.min(glyph, counted - 1)) * 1000) / unitsPerEm),
  };
}

/** A WOFF file has the tables of a TrueType font. A table is compressed if that makes it smaller. */
function tablesOf(woff: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let at = 44; at < 44 + 20 * woff.readUInt16BE(12); at += 20) {
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const stored = woff.subarray(offset, offset + packed);
    tables.set(woff.toString('latin1', at, at + 4), packed < size ? inflateSync(stored) : stored);
  }
  return tables;
}

export function tableOf(tables: PdfFont['tables'], name: string): Buffer {
  const table = tables.get(name);
  if (!table) throw new Error(`the font has no table ${name}`);
  return table;
}

/** Reads the subtable of format 12, which contains all code points. */
function glyphsOf(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let record = 4; record < 4 + 8 * cmap.readUInt16BE(2); record += 8) {
    const start = cmap.readUInt32BE(record + 4);
    if (cmap.readUInt16BE(start) !== 12) continue;
    for (let at = start + 16; at < start + 16 + 12 * cmap.readUInt32BE(start + 12); at += 12) {
      const [first, last, glyph] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4), cmap.readUInt32BE(at + 8)];
      for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first);
    }
  }
  return glyphs;
}
