import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { type Assets, bundledAssets, hashOf, keptForever } from '../bundles/asset.ts';
import { tillPath } from '../vocabulary/links.ts';

export const tillAssetPath = `${tillPath}/assets`;

const scripts = ['till-page', 'zxing-decoder', 'till-worker'].map((name) =>
  fileURLToPath(new URL(`./page/${name}.ts`, import.meta.url)),
);
const style = readFileSync(new URL('./till.css', import.meta.url), 'utf8');

let bundled: Promise<Assets> | undefined;

/** Bundles the assets when the page is first opened. */
export function tillAssets(): Promise<Assets> {
  bundled ??= bundledAssets({ prefix: tillAssetPath, scripts, style: { name: 'till', text: style } });
  return bundled;
}

const compress = promisify(gzip);

interface Program {
  path: string;
  plain: Buffer;
  packed: Buffer;
}

let program: Promise<Program> | undefined;

/** Returns the decoder for browsers that have none. It is a megabyte in size, so it is compressed only once. */
export function decoderProgram(): Promise<Program> {
  program ??= readProgram();
  return program;
}

async function readProgram(): Promise<Program> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const plain = await readFile(file);
  return {
    path: `${tillAssetPath}/zxing-${hashOf(plain.toString('base64'))}.wasm`,
    plain,
    packed: await compress(plain),
  };
}

export const sendDecoderProgram: RequestHandler = async (request, response, next) => {
  const { path, plain, packed } = await decoderProgram();
  if (request.baseUrl + request.path !== path) return next();
  response.set({ ...keptForever, Vary: 'Accept-Encoding' }).type('application/wasm');
  if (request.acceptsEncodings('gzip')) return void response.set('Content-Encoding', 'gzip').send(packed);
  response.send(plain);
};
