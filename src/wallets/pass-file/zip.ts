import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 2000, in the form of archives. Equal files then make equal archives. */
const modified = 0x2821_0000;
const version = 20;
const utf8Names = 0x0800;

/** Returns a zip archive of the files. Texts are compressed, because pictures and signatures cannot be. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const stored = isText.test(name) ? compressed(content) : content;
    const facts = factsOf(name, content, stored);
    const local = [numbers([4, 0x0403_4b50]), facts, Buffer.from(name), stored];
    directory.push(
      numbers([4, 0x0201_4b50], [2, version]),
      ...[facts, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), Buffer.from(name)],
    );
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = numbers([4, 0x0605_4b50], [4, 0], [2, files.size], [2, files.size], [4, size], [4, offset], [2, 0]);
  return Buffer.concat([...parts, ...directory, end]);
}

const isText = /\.(json|strings)$/;

/** Compressed texts. Most files of an archive are in every other archive too. */
const known = new WeakMap<Buffer, Buffer>();

function compressed(content: Buffer): Buffer {
  const former = known.get(content);
  if (former) return former;
  const smaller = deflateRawSync(content);
  known.set(content, smaller);
  return smaller;
}

/** Returns the fields that stand both before a file and in the directory. */
function factsOf(name: string, content: Buffer, stored: Buffer): Buffer {
  const method = stored === content ? 0 : 8;
  return numbers(
    ...([
      [2, version],
      [2, utf8Names],
      [2, method],
      [4, modified],
      [4, crc32(content)],
    ] as const),
    ...([
      [4, stored.length],
      [4, content.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ] as const),
  );
}

/** Returns numbers of 2 or 4 bytes, lowest byte first. */
function numbers(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  fields.reduce((at, [size, value]) => buffer.writeUIntLE(value, at, size), 0);
  return buffer;
}
