import { Unreadable } from '../unreadable-request.ts';

export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

const charsets: Record<string, Charset> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
};

/** Returns the charset that a content type names; default UTF-8. Throws `Unreadable` for one that is not supported. */
export function charsetOf(contentType: string): Charset {
  const [, name = 'utf-8'] = /;\s*charset="?([^\s";]+)/i.exec(contentType) ?? [];
  const charset = Object.hasOwn(charsets, name.toLowerCase()) ? charsets[name.toLowerCase()] : undefined;
  if (!charset) throw new Unreadable(`The charset ${name} is not supported. Use UTF-8.`);
  return charset;
}

const decoders = new Map(
  (['utf-8', 'utf-16le', 'utf-16be'] as const).map((charset) => [charset, new TextDecoder(charset, { fatal: true })]),
);

/** Decodes a body, without its byte order mark. Throws `Unreadable` rather than replacing what is malformed. */
export function decode(bytes: Buffer, charset: Charset): string {
  if (charset === 'latin1') return bytes.toString('latin1');
  try {
    return decoders.get(charset)?.decode(bytes) ?? '';
  } catch {
    throw new Unreadable(`The body is not ${charset.toUpperCase()}.`);
  }
}
