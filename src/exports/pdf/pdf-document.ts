/*
 * The parts of a PDF in order. Pages refer to shared objects by fixed numbers, so any process can draw them in advance.
 */

const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

const catalog = 1;
const pageTree = 2;
/** The number of the resources of all pages. The fonts have the numbers after it. */
export const resources = 3;
const firstPageObject = 20;

export function pageObjects(page: number, [width = 0, height = 0]: readonly number[], content: Buffer): Buffer[] {
  const number = firstPageObject + 2 * page;
  const box = `[0 0 ${Number(width.toFixed(3))} ${Number(height.toFixed(3))}]`;
  return [
    object(
      number,
      `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox ${box} /Resources ${resources} 0 R /Contents ${number + 1} 0 R >>`,
    ),
    stream(number + 1, '/Filter /FlateDecode', content),
  ];
}

export function object(number: number, body: string): Buffer {
  return Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1');
}

export function stream(number: number, entries: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${entries} /Length ${content.length} >>\nstream\n`, 'latin1'),
    content,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ]);
}

export interface PdfPart {
  bytes: Uint8Array;
  offsets: readonly number[];
}

/** `shared` returns the objects that all pages share, by number, once all pages are known. */
export async function* pdfOf(
  pages: AsyncIterable<PdfPart>,
  shared: () => Promise<ReadonlyMap<number, Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  let size = head.length;
  const ofPages: number[] = [];
  yield head;
  for await (const { bytes, offsets } of pages) {
    for (const offset of offsets) ofPages.push(size + offset);
    size += bytes.length;
    yield bytes;
  }
  const ofShared: number[] = [];
  const count = ofPages.length / 2;
  const kids = Array.from({ length: count }, (_, page) => `${firstPageObject + 2 * page} 0 R`).join(' ');
  const common = new Map<number, Uint8Array>([
    [catalog, object(catalog, `<< /Type /Catalog /Pages ${pageTree} 0 R >>`)],
    [pageTree, object(pageTree, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`)],
    ...(await shared()),
  ]);
  for (const [number, bytes] of common) {
    ofShared[number] = size;
    size += bytes.length;
    yield bytes;
  }
  yield endOf(ofShared, ofPages, size);
}

function endOf(ofShared: readonly number[], ofPages: readonly number[], size: number): Buffer {
  const entry = (offset: number | undefined) =>
    offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  const first = Array.from({ length: firstPageObject }, (_, number) => entry(ofShared[number]));
  const count = firstPageObject + ofPages.length;
  const table = [...first, ...ofPages.map(entry)].join('');
  return Buffer.from(
    `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root ${catalog} 0 R >>\nstartxref\n${size}\n%%EOF\n`,
  );
}
