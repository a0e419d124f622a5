import { Problem } from '../../kernel/problem.ts';
import { yieldToEventLoop } from '../../kernel/values/event-loop.ts';

/** JSON of this many bytes is parsed at once. It takes a few milliseconds. */
const longestPiece = 65_536;

/** The maximum number of bytes in a value that cannot be divided, such as a text, and between two values. */
const longestUndivided = 1024 ** 2;

/** Values below this level are not divided, because each level reads them once more. */
const maxLevels = 4;

/** Parses JSON. `first` is the index of the first item if the JSON is a part of a list. */
export type Parse = (json: string, first?: number) => unknown;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Parses JSON in UTF-8 of any length with `parse`, which gets it in pieces. Other work runs in between. Throws
 * `SyntaxError`, or `BODY_TOO_LARGE` if a single value is too long.
 */
export async function parseStepwise(json: Buffer, parse: Parse, longest = longestPiece, level = 0): Promise<unknown> {
  if (json.length <= longest) return parse(json.toString());
  const start = afterSpaces(json, 0);
  const opening = json[start];
  if (level === maxLevels || !isOpening(opening)) {
    if (json.length > longestUndivided) throw tooLong();
    return parse(json.toString());
  }
  const inner = { parse, step: (value: Buffer) => parseStepwise(value, parse, longest, level + 1) };
  const pieces = await piecesOf(json, start, longest);
  return opening === openBracket ? listOf(pieces, inner) : objectOf(pieces, inner);
}

/** One long item of a list or an object, or several short ones with their commas. */
interface Piece {
  bytes: Buffer;
  isLong: boolean;
}

/** Divides a list or an object. Each piece is valid if the whole is valid. */
async function piecesOf(json: Buffer, start: number, longest: number): Promise<Piece[]> {
  const closing = json[start] === openBrace ? closeBrace : closeBracket;
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isLong: boolean) => pieces.push({ bytes: json.subarray(from, to), isLong });
  let piece = start + 1;
  let item = start + 1;
  let levels = 1;
  let isText = false;
  const endItem = (at: number) => {
    const isLong = at - item > longest;
    if (isLong && item > piece) add(piece, item - 1, false);
    if (isLong) add(item, at, true);
    else if (levels === 0 || at - piece > longest) add(piece, at, false);
    else return;
    piece = at + 1;
  };
  let step = start;
  for (let at = start + 1; at < json.length; at += 1) {
    if (at >= step) {
      step = at + longest;
      const pause = yieldToEventLoop();
      if (pause) await pause;
    }
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (isOpening(byte)) levels += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      levels -= 1;
      if (levels > 0) continue;
      endItem(at);
      if (byte !== closing || afterSpaces(json, at + 1) < json.length) break;
      return pieces;
    } else if (byte === comma && levels === 1) {
      endItem(at);
      item = at + 1;
    }
  }
  throw new SyntaxError('The JSON ends too early or too late.');
}

/** How to parse short values at once, and long ones in steps. */
interface Inner {
  parse: Parse;
  step: (value: Buffer) => Promise<unknown>;
}

async function listOf(pieces: readonly Piece[], { parse, step }: Inner): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const { bytes, isLong } of pieces) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    if (isLong && hasSteps(bytes)) list.push(await step(bytes));
    else {
      const items = parse(`[${bytes}]`, list.length) as unknown[];
      if (items.length === 0 && pieces.length > 1) throw new SyntaxError('An item is missing.');
      for (const one of items) list.push(one);
    }
  }
  return list;
}

async function objectOf(pieces: readonly Piece[], { parse, step }: Inner): Promise<object> {
  const members: [string, unknown][] = [];
  for (const { bytes, isLong } of pieces) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const middle = isLong ? endOfName(bytes) : -1;
    const value = bytes.subarray(middle + 1);
    if (middle >= 0 && hasSteps(value)) {
      if (middle > longestUndivided) throw tooLong();
      const [name = ''] = Object.keys(parse(`{${bytes.subarray(0, middle)}:0}`) as object);
      members.push([name, await step(value)]);
    } else {
      if (bytes.length > 2 * longestUndivided) throw tooLong();
      const some = Object.entries(parse(`{${bytes}}`) as object);
      if (some.length === 0 && pieces.length > 1) throw new SyntaxError('A member is missing.');
      members.push(...some);
    }
  }
  // An assignment would not store the name `__proto__`.
  return Object.fromEntries(members);
}

/** Whether a long value can be divided, or is too long. Other values are parsed within their list or object. */
function hasSteps(value: Buffer): boolean {
  return value.length > longestUndivided || isOpening(value[afterSpaces(value, 0)]);
}

/** Returns the place of the colon after the name, or -1 if the member does not begin with a name. */
function endOfName(member: Buffer): number {
  let at = afterSpaces(member, 0);
  if (member[at] !== quote) return -1;
  for (at += 1; at < member.length && member[at] !== quote; at += 1) if (member[at] === backslash) at += 1;
  at = afterSpaces(member, at + 1);
  return member[at] === colon ? at : -1;
}

function isOpening(byte: number | undefined): boolean {
  return byte === openBrace || byte === openBracket;
}

function afterSpaces(json: Buffer, start: number): number {
  for (let at = start; at <= start + longestUndivided; at += 1) if (!isSpace(json[at])) return at;
  throw tooLong();
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function tooLong(): Problem {
  return new Problem('BODY_TOO_LARGE', 'The body contains a single value of more than 1 MiB.');
}
