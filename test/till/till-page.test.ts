import { gzipSync } from 'node:zlib';
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/main/registries/schema.ts';
import { documents } from '../../src/till/desk/till-documents.ts';
import { tillAssets } from '../../src/till/till-assets.ts';

/** The most bytes, compressed, of the scripts that every till loads, and of what only those without a decoder load. */
const max = { page: 22_000, decoder: 14_000, style: 4000 };

const assets = await tillAssets();
const sizeOf = (...names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(assets.get(name)?.text ?? '').length, 0);

test('the page is small', () => {
  expect(sizeOf('till-page', 'till-worker')).toBeLessThanOrEqual(max.page);
  expect(sizeOf('zxing-decoder')).toBeLessThanOrEqual(max.decoder);
  expect(sizeOf('till.css')).toBeLessThanOrEqual(max.style);
});

test.each(Object.entries(documents))('the document %s is valid', (_, text) => {
  expect(validate(schema, parse(text))).toEqual([]);
});
