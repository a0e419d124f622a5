const placeholderNames = ['FIRSTNAME', 'LASTNAME', 'NAME', 'URL', 'UNSUBSCRIBE'] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

export const maxPlaceholders = 200;

export interface Placeholder {
  name: PlaceholderName;
  start: number;
  end: number;
}

export function* placeholdersIn(text: string): Generator<Placeholder> {
  for (const { 0: whole, 1: word, index } of text.matchAll(/\[([A-Z]+)\]/g)) {
    const name = placeholderNames.find((known) => known === word);
    if (name) yield { name, start: index, end: index + whole.length };
  }
}

export function hasTooManyPlaceholders(text: string): boolean {
  return [...placeholdersIn(withPlainPlaceholders(text))].length > maxPlaceholders;
}

const open = String.raw`(?:\[|%(?:25){0,3}5[Bb]|&#0*91;|&#[xX]0*5[Bb];|&(?:lbrack|lsqb);)`;
const close = String.raw`(?:\]|%(?:25){0,3}5[Dd]|&#0*93;|&#[xX]0*5[Dd];|&(?:rbrack|rsqb);)`;
const encoded = new RegExp(`${open}(${placeholderNames.join('|')})${close}`, 'g');

/** A scheme, possibly percent-encoded, in front of an address that has its own. */
const scheme = String.raw`(?:\b[Hh][Tt][Tt][Pp][Ss]?(?::|%3[Aa])(?:\/|%2[Ff]){0,3}|(?<=^|[\s"'(<>=])\/\/)`;
const beforeAddress = new RegExp(`(?:${scheme}{1,3}(?:www\\.)?|\\bwww\\.)(?=\\[(?:URL|UNSUBSCRIBE)\\])`, 'g');

/** Undoes what editors do to links: `http://%5BURL%5D` becomes `[URL]`. */
export function withPlainPlaceholders(text: string): string {
  return text.replace(encoded, '[$1]').replace(beforeAddress, '');
}
