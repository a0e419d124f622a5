import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import * as pkijs from 'pkijs';
import { rootCertificate } from './pass-certificates.ts';

/** Reads the files of an archive by its directory, and checks their sizes and sums. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, size, local] = [
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(begin, begin + size);
    const content = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(stored) : stored;
    if (content.length !== archive.readUInt32LE(at + 24)) throw new Error(`${name} has another size`);
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has another sum`);
    files.set(name, content);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** A pass as a phone reads it. */
export interface ReadPass {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into passes of any shape
  json: any;
  files: Map<string, Buffer>;
}

/** Reads a pass as a phone does: every file is in the manifest, and the signature of the manifest is that of the team. */
export async function readPass(archive: Buffer, root = rootCertificate): Promise<ReadPass> {
  const files = unzip(archive);
  const file = (name: string) => files.get(name) ?? Buffer.alloc(0);
  const manifest: Record<string, string> = JSON.parse(file('manifest.json').toString());
  const listed = [...files.keys()].filter((name) => !['manifest.json', 'signature'].includes(name));
  if (listed.sort().join() !== Object.keys(manifest).sort().join()) throw new Error('the manifest lists other files');
  for (const [name, digest] of Object.entries(manifest)) {
    if (createHash('sha1').update(file(name)).digest('hex') !== digest) throw new Error(`${name} was changed`);
  }
  const json = JSON.parse(file('pass.json').toString());
  const subject = await signerOf(file('signature'), file('manifest.json'), root);
  if (!subject.includes(json.passTypeIdentifier) || !subject.includes(json.teamIdentifier))
    throw new Error('another certificate signed the pass');
  return { json, files };
}

/** Verifies a signature and the chain of its certificates. Returns the values in the subject of the signer. */
async function signerOf(signature: Buffer, content: Buffer, root: string): Promise<string[]> {
  const information = pkijs.ContentInfo.fromBER(Uint8Array.from(signature));
  const signed = new pkijs.SignedData({ schema: information.content });
  const { signerCertificate } = await signed.verify({
    ...{ signer: 0, data: Uint8Array.from(content).buffer, checkChain: true, extendedMode: true },
    trustedCerts: [pkijs.Certificate.fromBER(Buffer.from(root.replace(/-----[^-]+-----/g, ''), 'base64'))],
  });
  return signerCertificate?.subject.typesAndValues.map(({ value }) => String(value.valueBlock.value)) ?? [];
}
