import { type Zippable, zipSync } from 'fflate';

/** Equal files make equal archives at any time. */
const mtime = new Date(2000, 0, 1);

/** Returns a zip archive of the files. Texts are compressed, because pictures and signatures cannot be. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const entries: Zippable = {};
  // The texts are short: higher levels take twice as long and save no byte in a hundred.
  for (const [name, content] of files) entries[name] = [content, { level: isText.test(name) ? 1 : 0 }];
  const { buffer, byteOffset, byteLength } = zipSync(entries, { mtime });
  return Buffer.from(buffer, byteOffset, byteLength);
}

const isText = /\.(json|strings)$/;
