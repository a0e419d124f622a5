import { expect, test } from 'vitest';
import { z } from 'zod';
import '../../../src/main/registries/input-error-messages.ts';

test.each<[string, z.ZodType, unknown]>([
  ['must be text', z.string(), 5],
  ['must be a number', z.int(), 'five'],
  ['must be a whole number', z.int(), 1.5],
  ['must be a number', z.number(), 'five'],
  ['must be true or false', z.boolean(), 'yes'],
  ['must be a list', z.array(z.string()), 'a'],
  ['must be an object', z.object({}), 'a'],
  ['must not be empty', z.string().min(1), ''],
  ['must have at least 8 characters', z.string().min(8), 'short'],
  ['must have at most 3 characters', z.string().max(3), 'long'],
  ['must have exactly 4 characters', z.string().length(4), 'abc'],
  ['must not be empty', z.array(z.string()).min(1), []],
  ['must have at least 2 items', z.array(z.string()).min(2), ['a']],
  ['must have at most 1 item', z.array(z.string()).max(1), ['a', 'b']],
  ['must be at least 1', z.int().min(1), 0],
  ['must be at most 10', z.int().max(10), 11],
  ['must be above 0', z.number().positive(), 0],
  ['must be below 5', z.number().lt(5), 5],
  ['must be a multiple of 5', z.number().multipleOf(5), 7],
  ['must be one of EMAIL, SMS', z.enum(['EMAIL', 'SMS']), 'FAX'],
  ['must be EMAIL', z.literal('EMAIL'), 'FAX'],
  ['is not an email address', z.email(), 'a'],
  ['is not a URL', z.url(), 'a'],
  ['has the wrong format', z.string().regex(/^a$/), 'b'],
  ['is not a', z.string().regex(/^a$/, 'is not a'), 'b'],
])('says that a value %s', (message, schema, given) => {
  const { error } = schema.safeParse(given);
  expect(error?.issues[0]?.message).toBe(message);
});
