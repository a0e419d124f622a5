import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { DatabaseBusy } from '../../../src/kernel/database/failures.ts';
import { scaledPicture } from '../../../src/wallets/design/picture-scaling.ts';
import { drawnPicture, noise } from '../../support/picture-server.ts';

async function sizesOf(files: ReadonlyMap<string, Buffer>): Promise<Record<string, [number, number]>> {
  const sizes = [...files].map(async ([ending, file]) => {
    const { width, height, format } = await sharp(file).metadata();
    expect(format).toBe('png');
    return [ending, [width, height]] as const;
  });
  return Object.fromEntries(await Promise.all(sizes)) as Record<string, [number, number]>;
}

const bytesOf = (files: ReadonlyMap<string, Buffer>) =>
  [...files.values()].reduce((sum, { length }) => sum + length, 0);

describe('a picture in the sizes of the wallets', () => {
  test('is a square as an icon', async () => {
    const { apple, google } = await scaledPicture(await drawnPicture(), 'ICON', 'acc_1');

    expect(await sizesOf(apple)).toEqual({ '.png': [29, 29], '@2x.png': [58, 58], '@3x.png': [87, 87] });
    expect(bytesOf(apple)).toBeLessThan(4000);
    expect(await sharp(google).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 480 });
  });

  test('keeps its form as a logo', async () => {
    const { apple } = await scaledPicture(await drawnPicture(), 'LOGO', 'acc_1');

    expect(await sizesOf(apple)).toEqual({ '.png': [100, 50], '@2x.png': [200, 100], '@3x.png': [300, 150] });
    expect(bytesOf(apple)).toBeLessThan(5500);
  });

  test('is cropped as a strip', async () => {
    const { apple, google } = await scaledPicture(await drawnPicture({ width: 2000, height: 2000 }), 'STRIP', 'acc_1');

    expect(await sizesOf(apple)).toEqual({ '@2x.png': [750, 288] });
    expect(bytesOf(apple)).toBeLessThan(15_000);
    expect(await sharp(google).metadata()).toMatchObject({ format: 'jpeg', width: 1032, height: 336 });
  });

  test('has fewer colours or pixels if it has much detail', async () => {
    const soft = await sharp(await noise(40, 16))
      .resize(1200, 480, { kernel: 'cubic' })
      .png()
      .toBuffer();
    const { apple } = await scaledPicture(soft, 'STRIP', 'acc_1');

    expect(bytesOf(apple)).toBeLessThan(15_000);
  });
});

test.each(['png', 'jpeg', 'webp'] as const)('a file of the format %s is taken', async (format) => {
  const file = await sharp(await drawnPicture())
    .toFormat(format)
    .toBuffer();

  expect((await scaledPicture(file, 'ICON', 'acc_1')).apple.size).toBe(3);
});

test('a photograph that was taken sideways stands upright', async () => {
  const file = await sharp(await drawnPicture({ width: 400, height: 100 }))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  expect(await sizesOf((await scaledPicture(file, 'LOGO', 'acc_1')).apple)).toMatchObject({ '@2x.png': [25, 100] });
});

describe('refused', () => {
  test.each(['gif', 'tiff', 'avif'] as const)('a file of the format %s', async (format) => {
    const file = await sharp(await drawnPicture())
      .toFormat(format)
      .toBuffer();

    await expect(scaledPicture(file, 'ICON', 'acc_1')).rejects.toThrow('is not a PNG, JPEG or WebP picture');
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname"/></svg>'],
    ['HTML', '<!doctype html><title>Not found</title>'],
    ['nothing', ''],
  ])('%s', async (_, text) => {
    await expect(scaledPicture(Buffer.from(text), 'LOGO', 'acc_1')).rejects.toThrow(
      'is not a PNG, JPEG or WebP picture',
    );
  });

  test('a file that only begins like a picture', async () => {
    const whole = await drawnPicture();

    for (const file of [whole.subarray(0, 8), whole.subarray(0, 200), Buffer.from([0xff, 0xd8, 0xff, 0, 0])])
      await expect(scaledPicture(file, 'ICON', 'acc_1')).rejects.toThrow('cannot be read');
  });

  test('a small file that claims 60,000 × 60,000 pixels, before anything is unpacked', async () => {
    await expect(scaledPicture(bomb(60_000, 60_000), 'STRIP', 'acc_1')).rejects.toThrow(
      'has 60000 × 60000 pixels, more than 10 million',
    );
  });

  test('a file whose pixels do not follow', async () => {
    await expect(scaledPicture(bomb(3000, 3000), 'STRIP', 'acc_1')).rejects.toThrow('cannot be read');
  });

  test('a picture of too much detail', async () => {
    await expect(scaledPicture(await noise(375, 144), 'STRIP', 'acc_1')).rejects.toThrow('has too much detail');
  });
});

test('other work goes on while pictures are scaled', async () => {
  const file = await sharp(await noise(3000, 3000))
    .blur(20)
    .jpeg()
    .toBuffer();
  let isDone = false;
  let turns = 0;
  const other = (async () => {
    for (; !isDone; turns += 1) await turnOfLoop();
  })();

  await scaledPicture(file, 'STRIP', 'acc_1').finally(() => {
    isDone = true;
  });

  await other;
  expect(turns).toBeGreaterThan(50);
});

test('many pictures of an account delay that of another by two at most', async () => {
  const file = await drawnPicture({ width: 2000, height: 2000 });
  const order: string[] = [];
  const many = Array.from({ length: 6 }, () => scaledPicture(file, 'ICON', 'acc_1').then(() => order.push('many')));

  await scaledPicture(file, 'ICON', 'acc_2').then(() => order.push('other'));

  expect(order.length).toBeLessThanOrEqual(3);
  await Promise.all(many);
});

test('an account has at most twelve pictures waiting, and another account is not refused', async () => {
  const file = await drawnPicture();
  const many = Array.from({ length: 13 }, () => scaledPicture(file, 'ICON', 'acc_1'));

  await expect(scaledPicture(file, 'ICON', 'acc_1')).rejects.toThrow(DatabaseBusy);

  await Promise.all([...many, scaledPicture(file, 'ICON', 'acc_2')]);
});

/** Returns a PNG file that claims a size and has one empty line of pixels. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const pixels = deflateSync(Buffer.alloc(width * 3 + 1));
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}
