import fc from 'fast-check';
import { hostileTexts } from '../support/arbitraries.ts';

/**
 * Texts of a few pieces, each repeated up to a length: what takes quadratic time does so when something repeats. The
 * tokens are those that the parser under test looks for.
 */
export function repetitive(tokens: readonly string[], length: number): fc.Arbitrary<string> {
  const piece = fc.tuple(
    fc.array(fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 5 }),
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: length })),
  );
  return fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) =>
    pieces
      .map(([unit, size]) => repeated(unit.join(''), size))
      .join('')
      .slice(0, length),
  );
}

/** Any text that a customer may send where a text is expected. */
export const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  repetitive([' ', 'a', '.', '-', '@', '+', '0', '"', '\\', '<', '>', '[', ']', '\n', '\u0000', 'ß', '🥐'], 100_000),
);

function repeated(unit: string, size: number): string {
  return unit.repeat(Math.max(1, Math.floor(size / Math.max(1, unit.length))));
}
