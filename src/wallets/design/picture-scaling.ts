import type { Sharp, SharpOptions } from 'sharp';
import { FairQueue } from '../../kernel/database/engines/fair-queue.ts';

/** Loads the library when the first image needs it. Each image uses one thread, and no cache. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

export type PictureForm = 'ICON' | 'LOGO' | 'STRIP';

export interface ScaledPicture {
  apple: ReadonlyMap<string, Buffer>;
  google: Buffer;
}

export class InvalidPicture extends Error {}

interface Size {
  width: number;
  height: number;
  fit: 'inside' | 'contain' | 'cover';
}

interface Form {
  /** The size in points, and the pixels per point. */
  apple: Size;
  scales: readonly number[];
  /** The limit for all files for Apple together: after every change to its pass, a phone fetches all of them. */
  maxBytes: number;
  google: Size;
}

const forms: Record<PictureForm, Form> = {
  ICON: {
    apple: { width: 29, height: 29, fit: 'contain' },
    scales: [1, 2, 3],
    maxBytes: 4000,
    google: { width: 480, height: 480, fit: 'contain' },
  },
  LOGO: {
    apple: { width: 160, height: 50, fit: 'inside' },
    scales: [1, 2, 3],
    maxBytes: 5500,
    google: { width: 480, height: 480, fit: 'contain' },
  },
  STRIP: {
    apple: { width: 375, height: 144, fit: 'cover' },
    scales: [2],
    maxBytes: 15_000,
    google: { width: 1032, height: 336, fit: 'cover' },
  },
};

/**
 * The ways to write a file, from the best to the smallest. Each gives the number of colors, how well the image must
 * match, and the factor for its width and height.
 */
const qualities = [
  [256, 100, 1],
  [256, 60, 1],
  [256, 20, 1],
  [16, 100, 1],
  [256, 40, 0.7],
  [16, 100, 0.7],
  [256, 20, 0.5],
  [16, 100, 0.5],
  [16, 100, 0.4],
] as const;

/** The maximum number of pixels of an image. A larger one would take too much memory. */
const maxPixels = 10_000_000;
const timeoutSeconds = 10;

/**
 * Scales one image at a time, to limit the memory. Root accounts take turns, each with at most four calls of three
 * images.
 */
const queue = new FairQueue({ total: 1, each: 1, waitingEach: 12, waiting: 1000, milliseconds: 10_000 });

/**
 * Scales an image. Throws `InvalidPicture` unless it is a PNG, JPEG or WebP file, and `DatabaseBusy` if the wait would
 * be too long.
 */
export function scaledPicture(file: Buffer, form: PictureForm, rootId: string): Promise<ScaledPicture> {
  return queue.run(rootId, () => scale(file, forms[form]));
}

async function scale(file: Buffer, form: Form): Promise<ScaledPicture> {
  requireKnownFormat(file);
  const sharp = await loadSharp();
  await requirePixels(sharp, file);
  const open = () => sharp(file, options).autoOrient().timeout({ seconds: timeoutSeconds });
  try {
    const google = await open()
      .resize({ ...form.google, background: '#ffffff' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
    return { apple: await appleFiles(sharp, open(), form), google };
  } catch (error) {
    if (error instanceof InvalidPicture) throw error;
    throw new InvalidPicture(`cannot be read: ${(error as Error).message}`);
  }
}

type Library = Awaited<ReturnType<typeof loadSharp>>;

const options: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error' };

const beginnings = [
  /^89504e470d0a1a0a/, // PNG
  /^ffd8ff/, // JPEG
  /^52494646.{8}57454250/, // WebP
];

function requireKnownFormat(file: Buffer): void {
  const beginning = file.toString('hex', 0, 12);
  if (!beginnings.some((pattern) => pattern.test(beginning)))
    throw new InvalidPicture('is not a PNG, JPEG or WebP picture');
}

/** Reads only the head of the file. */
async function requirePixels(sharp: Library, file: Buffer): Promise<void> {
  const read = sharp(file, { limitInputPixels: false }).metadata();
  const { width, height } = await read.catch((error: Error) => {
    throw new InvalidPicture(`cannot be read: ${error.message}`);
  });
  if (width * height > maxPixels)
    throw new InvalidPicture(`has ${width} × ${height} pixels, more than ${maxPixels / 1e6} million`);
}

async function appleFiles(sharp: Library, whole: Sharp, { apple, scales, maxBytes }: Form) {
  const largest = Math.max(...scales);
  const size = { ...apple, width: apple.width * largest, height: apple.height * largest };
  const scaled = whole
    .resize({ ...size, background: '#ffffff00' })
    .ensureAlpha()
    .raw();
  const { data, info } = await scaled.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const [colours, quality, part] of qualities) {
    const files = new Map<string, Buffer>();
    for (const scale of scales) {
      const sides = [width, height].map((side) => Math.max(1, Math.round((side * scale * part) / largest)));
      const file = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: sides[0], height: sides[1], fit: 'fill' })
        .png({ palette: true, colours, quality, effort: 1, compressionLevel: 9, dither: 0 })
        .toBuffer();
      files.set(scale === 1 ? '.png' : `@${scale}x.png`, file);
    }
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes <= maxBytes) return files;
  }
  throw new InvalidPicture(`has too much detail: even with 16 colors, it takes more than ${maxBytes / 1000} kB`);
}
