import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { consoleAssets } from '../../src/console/frame/assets.ts';
import { scriptsOf } from '../../src/console/frame/layout.tsx';
import { screens } from '../../src/console/screen-list.ts';

/** The most bytes of the scripts of a screen, compressed: of one where something lives, and of any other. */
const maxLength = { live: 20_000, still: 10_000 };
const maxOfStyle = 12_000;
const maxOfIsland = 10_000;
/** The page, its style and its icon. */
const otherRequests = 3;
const maxRequests = 6;

const assets = await consoleAssets();
const sizes = new Map([...assets].map(([name, { text }]) => [name, gzipSync(text).length]));
const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);

test.each(screens)('the scripts of $path are small and few', ({ islands = [] }) => {
  const scripts = scriptsOf({ islands });

  expect(islands.filter((name) => !assets.has(name))).toEqual([]);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(islands.length > 0 ? maxLength.live : maxLength.still);
  expect(scripts.length + otherRequests).toBeLessThanOrEqual(maxRequests);
});

test('each script is small', () => {
  const scripts = [...sizes].filter(([name]) => !name.endsWith('.css'));
  expect(scripts.filter(([, size]) => size > maxOfIsland)).toEqual([]);
});

test('the style sheet is small', () => {
  expect(sizes.get('console.css')).toBeLessThanOrEqual(maxOfStyle);
});
