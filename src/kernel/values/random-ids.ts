import { customAlphabet } from 'nanoid';

export type IdShape = readonly [prefix: string, length: number];

export const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns `length` characters of `0-9a-z` from the system's secure random source, each equally likely. */
export const randomCode = customAlphabet(idAlphabet);

export const randomFrom = (letters: string) => customAlphabet(letters);

type Draw = (length: number, prefix: string) => string;

let draw: Draw = (length) => randomCode(length);

/** Draws ids in another way, for tests in which they ascend. */
export function drawIdsWith(other: Draw): void {
  draw = other;
}

/** Returns a new id. `beginning` takes the place of its first random characters. */
export function randomId([prefix, length]: IdShape, beginning = ''): string {
  return prefix + beginning + draw(length - beginning.length, prefix);
}
