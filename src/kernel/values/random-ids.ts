import { customAlphabet } from 'nanoid';

export type IdShape = readonly [prefix: string, length: number];

export const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns random text, cryptographically secure and uniform over `0-9a-z`. */
export const randomCode = customAlphabet(idAlphabet);

export const randomFrom = (letters: string) => customAlphabet(letters);

type Draw = (length: number, prefix: string) => string;

let draw: Draw = (length) => randomCode(length);

/** Replaces the random source, for tests that need ascending ids. */
export function drawIdsWith(other: Draw): void {
  draw = other;
}

/** Returns a random id. `beginning` replaces its first random characters. */
export function randomId([prefix, length]: IdShape, beginning = ''): string {
  return prefix + beginning + draw(length - beginning.length, prefix);
}
