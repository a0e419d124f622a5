import { deflateSync } from 'node:zlib';
import { object, resources, stream } from './pdf-document.ts';
import { type PdfFont, pdfFont, tableOf } from './pdf-font.ts';
import { subsetOf } from './pdf-font-subset.ts';
import { hexOf, type ReadersFont, readersFonts } from './pdf-text.ts';

export async function run(characters: string): Promise<Map<number, Uint8Array>> {
  const font = await pdfFont();
  const used = usedGlyphs(font, characters);
  const east = [...characters].some((character) => !font.glyphs.has(character.codePointAt(0) ?? 0));
  const names = east ? (Object.keys(readersFonts) as ReadersFont[]) : [];
  const fonts = [...ownFont(font, used), ...names.flatMap((name, index) => readersFont(name, 9 + 3 * index))];
  const named = ['/F 4 0 R', ...names.map((name, index) => `/${name} ${9 + 3 * index} 0 R`)].join(' ');
  return new Map([[resources, object(resources, `<< /Font << ${named} >> >>`)], ...fonts]);
}

function usedGlyphs({ glyphs }: PdfFont, characters: string): Map<number, string> {
  const used = new Map<number, string>();
  for (const character of characters) {
    const glyph = glyphs.get(character.codePointAt(0) ?? 0);
    if (glyph !== undefined) used.set(glyph, character);
  }
  return used;
}

function ownFont(font: PdfFont, used: ReadonlyMap<number, string>): [number, Uint8Array][] {
  const file = subsetOf(font, used.keys());
  const head = tableOf(font.tables, 'head');
  const unit = (value: number) => Math.round((value * 1000) / font.unitsPerEm);
  const box = [36, 38, 40, 42].map((at) => unit(head.readInt16BE(at))).join(' ');
  const hhea = tableOf(font.tables, 'hhea');
  const [ascent, descent] = [unit(hhea.readInt16BE(4)), unit(hhea.readInt16BE(6))];
  const widths = [...used.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ');
  const name = '/CAMPGN+DejaVuSans';
  return [
    [
      4,
      object(
        4,
        `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 8 0 R >>`,
      ),
    ],
    [
      5,
      object(
        5,
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDToGIDMap /Identity /DW 600 /W [${widths}]
/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 6 0 R >>`,
      ),
    ],
    [
      6,
      object(
        6,
        `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent}
/Descent ${descent} /CapHeight 729 /StemV 90 /FontFile2 7 0 R >>`,
      ),
    ],
    [7, stream(7, `/Filter /FlateDecode /Length1 ${file.length}`, deflateSync(file))],
    [8, stream(8, '/Filter /FlateDecode', deflateSync(charactersOfGlyphs(used)))],
  ];
}

/** Returns the map with which readers search and copy text. Each of its blocks has at most 100 lines. */
function charactersOfGlyphs(used: ReadonlyMap<number, string>): string {
  const lines = [...used].map(
    ([glyph, character]) => `<${hexOf(glyph)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const block = lines.slice(100 * index, 100 * (index + 1));
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  });
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('')}endcmap CMapName currentdict /CMap defineresource pop end end`;
}

function readersFont(key: ReadersFont, number: number): [number, Uint8Array][] {
  const { name, encoding, registry, ordering, supplement } = readersFonts[key];
  const system = `<< /Registry (${registry}) /Ordering (${ordering}) /Supplement ${supplement} >>`;
  return [
    [
      number,
      object(
        number,
        `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [${number + 1} 0 R] >>`,
      ),
    ],
    [
      number + 1,
      object(
        number + 1,
        `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /DW 1000 /CIDSystemInfo ${system} /FontDescriptor ${number + 2} 0 R >>`,
      ),
    ],
    [
      number + 2,
      object(
        number + 2,
        `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880
/Descent -120 /CapHeight 880 /StemV 93 >>`,
      ),
    ],
  ];
}
