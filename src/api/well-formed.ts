import type { z } from 'zod';

/**
 * Rejects text with half of a surrogate pair, because UTF-8 cannot represent it and the database would store another
 * character.
 */
export function wellFormed<Shape extends z.ZodRawShape>(input: z.ZodObject<Shape>): z.ZodObject<Shape> {
  return input.superRefine((value, context) => {
    for (const path of malformed(value))
      context.addIssue({ code: 'custom', path, message: 'is not well-formed Unicode' });
  });
}

function malformed(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => malformed(inner, [...path, name]));
}
