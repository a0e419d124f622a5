import { describe, expect, test } from 'vitest';
import { readBarcodes } from 'zxing-wasm/reader';
import { useApp } from '../../support/app.ts';
import { makeSession } from '../../support/make.ts';
import { prepareScanner, textRead } from '../../support/pdf-reader.ts';
import { threadTime } from '../../support/thread-time.ts';

const app = useApp();
prepareScanner();
const path = '/v3/couponsession/barcode';

const formats = { code39: 'Code39', code128b: 'Code128', pdf417: 'PDF417', aztec: 'Aztec', qrcode: 'QRCode' } as const;

/** Decodes an image with an independent decoder and returns its text. */
async function scan(png: Buffer): Promise<{ text: string; format: string }[]> {
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true });
  return found.map(({ text, format }) => ({ text: textRead({ text, format }), format }));
}

describe.for(Object.entries(formats))('%s', ([type, format]) => {
  test('a scanner reads the session code', async () => {
    const client = await app.client();
    const { session } = await makeSession(app.database, client.owner);
    const { body } = await client.rest(path, { couponsession: session, type });
    expect(body).toMatchObject({ session, type, content_type: 'image/png', svg: expect.stringMatching(/^<svg/) });
    expect(await scan(Buffer.from(body.barcode, 'base64'))).toEqual([
      { text: session, format: expect.stringContaining(format) },
    ]);
  });
});

test('the barcode shows the validation code when the session has one, by GraphQL too', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customValCode: 'BREAD-2026' });
  const answer = await client.graphql(
    'query ($s: ID!) { couponSessionBarcode(session: $s, type: QRCODE) { text png } }',
    { s: session },
  );
  const { text, png } = answer.data.couponSessionBarcode;
  expect([text, (await scan(Buffer.from(png, 'base64')))[0]?.text]).toEqual(['BREAD-2026', 'BREAD-2026']);
});

test('REST sends the image on request, and 304 while it is unchanged', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const ask = (headers: Record<string, string>) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { ...client.headers, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ couponsession: session, type: 'aztec' }),
    });
  const png = await ask({ Accept: 'image/png' });
  expect(png.headers.get('content-type')).toBe('image/png');
  expect((await scan(Buffer.from(await png.arrayBuffer())))[0]?.text).toBe(session);
  const svg = await ask({ Accept: 'image/svg+xml' });
  expect(await svg.text()).toMatch(/^<svg/);
  const again = await ask({ Accept: 'image/png', 'If-None-Match': png.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('drawing many barcodes at once does not block the event loop', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const draw = () => client.rest(path, { couponsession: session, type: 'qrcode' });
  await draw();
  const answers: Awaited<ReturnType<typeof draw>>[] = [];

  const time = await threadTime(async () => answers.push(...(await Promise.all(Array.from({ length: 30 }, draw)))));

  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(time, 'of the thread, for 30 calls').toBeLessThan(400);
});

test('every invalid request gets a 400', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const answers = await Promise.all([
    client.rest(path, { type: 'qrcode' }),
    client.rest(path, { couponsession: '0'.repeat(21), type: 'qrcode' }),
    client.rest(path, { couponsession: 'nonsense', type: 'qrcode' }),
    client.rest(path, { couponsession: session }),
    client.rest(path, { couponsession: session, type: 'ean13' }),
  ]);
  expect(answers.map(({ status, codes }) => [status, ...codes])).toEqual(Array(5).fill([400, 400]));
});
