import { type PlaceholderName, placeholdersIn } from '../../vocabulary/placeholders.ts';
import { breaksLine, escapeAttribute, escapeHtml, type Place, placesOf } from './html.ts';

export type Values = Record<PlaceholderName, string>;

interface Slot {
  name: PlaceholderName;
  write: (value: string) => string;
  /** Whether the placeholder is in visible text. If its value is empty, the text around it closes up. */
  isSeen: boolean;
}

export interface Template {
  isHtml: boolean;
  parts: readonly (string | Slot)[];
}

export function contains(text: string, name: PlaceholderName): boolean {
  return text.includes(`[${name}]`);
}

/** Whether the placeholder is visible, or a link leads to it or has it in its query. */
export function leadsTo(text: string, name: PlaceholderName, isHtml: boolean): boolean {
  if (!isHtml) return contains(text, name);
  const placeOf = placesOf(text);
  const places = [...placeholdersIn(text)].map((placeholder) => ({
    ...placeholder,
    place: placeOf(placeholder.start),
  }));
  return places.some((found) => found.name === name && reachable.has(found.place));
}

const reachable = new Set<Place>(['TEXT', 'ADDRESS', 'ADDRESS_START']);

export function parseTemplate(text: string, isHtml: boolean): Template {
  const placeOf = isHtml ? placesOf(text) : () => 'TEXT' as const;
  const parts: (string | Slot)[] = [];
  let done = 0;
  for (const { name, start, end } of placeholdersIn(text)) {
    if (start > done) parts.push(text.slice(done, start));
    parts.push(slot(name, isHtml, placeOf(start)));
    done = end;
  }
  if (done < text.length) parts.push(text.slice(done));
  return { isHtml, parts };
}

function slot(name: PlaceholderName, isHtml: boolean, place: Place): Slot {
  const isAddress = name === 'URL' || name === 'UNSUBSCRIBE';
  const write = isHtml ? (isAddress ? addressWriters : wordWriters)[place] : (value: string) => value;
  return { name, write, isSeen: place === 'TEXT' };
}

const lettersOnly = (value: string) => value.replace(/[^\p{L}\p{N} ]/gu, '');
const encoded = (value: string) => encodeURIComponent(value.toWellFormed());

/** A value that nobody checked must never end an attribute, begin an address or become part of a script. */
const wordWriters: Record<Place, Slot['write']> = {
  TEXT: escapeHtml,
  ATTRIBUTE: escapeAttribute,
  ADDRESS: (value) => escapeHtml(encoded(value)),
  ADDRESS_START: (value) => escapeHtml(encoded(value)),
  ADDRESS_PATH: (value) => escapeHtml(encoded(value)),
  ELSEWHERE: lettersOnly,
};

/** Writes addresses. At the start of an address, a value stays intact. Inside, it is percent-encoded. */
const addressWriters: Record<Place, Slot['write']> = {
  TEXT: escapeHtml,
  ATTRIBUTE: escapeHtml,
  ADDRESS: encoded,
  ADDRESS_START: escapeHtml,
  ADDRESS_PATH: encoded,
  ELSEWHERE: escapeHtml,
};

/** How many characters before an empty value are read to close up the text. It limits the work for each placeholder. */
const closingCharacters = 2000;
const closingTags = 20;

/** Fills a template. The text closes up around an empty value: `Hello [FIRSTNAME],` becomes `Hello,`. */
export function fill({ isHtml, parts }: Template, values: Values): string {
  const done: string[] = [];
  let end = '';
  let isOpen = false;
  for (const part of parts) {
    const isText = typeof part === 'string';
    const added = isText ? part : part.write(values[part.name]);
    if (!isText && added === '' && part.isSeen) isOpen = true;
    else if (added !== '') {
      end = isOpen && isText ? closeUp(end, added, isHtml) : end + added;
      isOpen = false;
      if (end.length <= 2 * closingCharacters) continue;
      done.push(end.slice(0, -closingCharacters));
      end = end.slice(-closingCharacters);
    }
  }
  return done.join('') + (isOpen ? closeUp(end, '', isHtml) : end);
}

function closeUp(before: string, after: string, isHtml: boolean): string {
  const [left, leftTags] = isHtml ? splitTrailingTags(before) : [before, ''];
  const [, rightTags = '', right = ''] = isHtml ? (/^((?:<[^<>]*>)*)(.*)$/s.exec(after) ?? []) : ['', '', after];
  const begins = /^\s*$|\n[ \t]*$/.test(left.slice(-100)) || hasBreak(leftTags);
  const ends = /^[ \t]*(\n|$)/.test(right.slice(0, 100)) || hasBreak(rightTags);
  if (begins) return left + leftTags + rightTags + right.replace(/^[ \t]*[,;:.!?]*[ \t]*/, '');
  if (ends || /^[,;:.!?]/.test(right)) return trimSeparator(left) + leftTags + rightTags + right;
  return (/^\s/.test(right) ? trimBlanks(left) : left) + leftTags + rightTags + right;
}

function splitTrailingTags(text: string): [string, string] {
  let end = text.length;
  for (let tags = 0; tags < closingTags && text[end - 1] === '>'; tags += 1) {
    const start = text.lastIndexOf('<', end - 1);
    if (start === -1 || text.indexOf('>', start) < end - 1) break;
    end = start;
  }
  return [text.slice(0, end), text.slice(end)];
}

function hasBreak(tags: string): boolean {
  return [...tags.matchAll(/<\/?([a-z0-9]+)/gi)].some(([, element = '']) => breaksLine(element.toLowerCase()));
}

function trimBlanks(text: string): string {
  let end = text.length;
  for (;;) {
    if (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1;
    else if (text.endsWith('&nbsp;', end)) end -= 6;
    else return text.slice(0, end);
  }
}

function trimSeparator(text: string): string {
  const trimmed = trimBlanks(text);
  return trimmed.endsWith(',') ? trimBlanks(trimmed.slice(0, -1)) : trimmed;
}
