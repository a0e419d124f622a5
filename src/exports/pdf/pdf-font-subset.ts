import { type PdfFont, tableOf } from './pdf-font.ts';

const needed = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

export function subsetOf({ tables }: PdfFont, glyphs: Iterable<number>): Buffer {
  const head = Buffer.from(tableOf(tables, 'head'));
  const outlines = outlinesOf(tableOf(tables, 'glyf'), tableOf(tables, 'loca'), head.readInt16BE(50) === 1, glyphs);
  head.writeInt16BE(1, 50);
  const kept = new Map([...tables, ['head', head], ['glyf', outlines.glyf], ['loca', outlines.loca]]);
  return fileOf(needed.flatMap((name) => (kept.has(name) ? [[name, kept.get(name) as Buffer] as const] : [])));
}

function outlinesOf(glyf: Buffer, loca: Buffer, isLong: boolean, glyphs: Iterable<number>) {
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph));
  const outline = (glyph: number) => glyf.subarray(offset(glyph), offset(glyph + 1));
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const wanted = new Set([0, ...glyphs]);
  // The iteration includes what is added to the set in the meantime.
  for (const glyph of wanted) for (const part of partsOf(outline(glyph))) wanted.add(part);
  const offsets = Buffer.alloc(4 * (count + 1));
  const kept: Buffer[] = [];
  let end = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    offsets.writeUInt32BE(end, 4 * glyph);
    if (!wanted.has(glyph)) continue;
    kept.push(padded(outline(glyph)));
    end += padded(outline(glyph)).length;
  }
  offsets.writeUInt32BE(end, 4 * count);
  return { glyf: Buffer.concat(kept), loca: offsets };
}

function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let flags: number = more;
  for (let at = 10; flags & more; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + (flags & words ? 4 : 2) + (flags & matrix ? 8 : flags & twoScales ? 4 : flags & scale ? 2 : 0);
  }
  return parts;
}

const [words, scale, more, twoScales, matrix] = [0x1, 0x8, 0x20, 0x40, 0x80] as const;

function fileOf(tables: (readonly [string, Buffer])[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(tables.length));
  const header = Buffer.alloc(12 + 16 * tables.length);
  header.writeUInt32BE(0x10000, 0);
  for (const [at, value] of [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].entries())
    header.writeUInt16BE(value, 4 + 2 * at);
  let offset = header.length;
  for (const [index, [name, table]] of tables.entries()) {
    const at = 12 + 16 * index;
    header.write(name, at, 'latin1');
    header.writeUInt32BE(checksum(table), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(table.length, at + 12);
    offset += padded(table).length;
  }
  return Buffer.concat([header, ...tables.map(([, table]) => padded(table))]);
}

function checksum(table: Buffer): number {
  const bytes = padded(table);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

function padded(bytes: Buffer): Buffer {
  return bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))]);
}
