const tags = { integer: 0x02, bits: 0x03, bytes: 0x04, nothing: 0x05, name: 0x06, text: 0x0c, time: 0x17 } as const;
const [sequenceTag, setTag] = [0x30, 0x31];

export const sequence = (...parts: readonly Buffer[]) => element(sequenceTag, ...parts);

/** Encodes a set. DER orders its elements by their bytes. */
export const set = (...parts: readonly Buffer[]) => element(setTag, ...parts.toSorted(Buffer.compare));

/** Encodes a context-specific element. With parts, it is a constructed one. */
export const tagged = (number: number, ...parts: readonly Buffer[]) => element(0xa0 + number, ...parts);

export const integer = (value: number) => element(tags.integer, Buffer.from([value]));
export const bits = (content: Buffer) => element(tags.bits, Buffer.from([0]), content);
export const bytes = (content: Buffer) => element(tags.bytes, content);
export const text = (content: string) => element(tags.text, Buffer.from(content));
export const nothing = element(tags.nothing);

/** Encodes a UTCTime, which has two digits for years up to 2049. */
export const time = (at: Date) =>
  element(tags.time, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(tags.name, Buffer.from([first * 40 + second, ...rest.flatMap(inSevenBits)]));
}

export const retagged = (encoded: Buffer) => Buffer.concat([Buffer.from([0xa0]), encoded.subarray(1)]);

export function partsOf(encoded: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = contentOf(encoded, 0).start; at < encoded.length; ) {
    const { end } = contentOf(encoded, at);
    parts.push(encoded.subarray(at, end));
    at = end;
  }
  return parts;
}

function contentOf(encoded: Buffer, at: number): { start: number; end: number } {
  const first = encoded[at + 1] ?? 0;
  const digits = first < 0x80 ? 0 : first - 0x80;
  const start = at + 2 + digits;
  const length = digits === 0 ? first : encoded.readUIntBE(at + 2, digits);
  return { start, end: start + length };
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return [0x80 + digits.length, ...digits];
}

function inSevenBits(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) + 128);
  return digits;
}
