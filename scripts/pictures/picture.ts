import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const directory = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const qualities = [82, 74, 66, 58, 50];

/** Keeps what a page shows as a picture of the documentation, with less quality if it is too large. */
export async function keepPicture(
  page: Page,
  name: string,
  { maxBytes, fullPage = false }: { maxBytes: number; fullPage?: boolean },
): Promise<void> {
  const taken = sharp(await page.screenshot({ fullPage }));
  for (const quality of qualities) {
    const picture = await taken.webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > maxBytes) continue;
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, `${name}.webp`), picture);
    console.log(`${name}.webp: ${picture.length} bytes`);
    return;
  }
  throw new Error(`the picture ${name} is larger than ${maxBytes} bytes`);
}
