import { crc32 } from 'node:zlib';

/** 1 January 2000, in the form of archives. Equal files then make equal archives. */
const modified = 0x2821_0000;
const version = 20;
const utf8Names = 0x0800;

/** Returns a zip archive of the files, not compressed: pictures are compressed already, and the rest is small. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const facts = factsOf(name, content);
    const local = [numbers([4, 0x0403_4b50]), facts, Buffer.from(name), content];
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

/** Returns the fields that stand both before a file and in the directory. */
function factsOf(name: string, content: Buffer): Buffer {
  const stored = 0;
  const size = content.length;
  return numbers(
    ...([
      [2, version],
      [2, utf8Names],
      [2, stored],
      [4, modified],
      [4, crc32(content)],
    ] as const),
    ...([
      [4, size],
      [4, size],
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
