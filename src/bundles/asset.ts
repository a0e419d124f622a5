import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RequestHandler } from 'express';

/** A file that can be cached forever, because its path contains a hash of the text. */
interface Asset {
  path: string;
  type: 'js' | 'css';
  text: string;
}

export type Assets = ReadonlyMap<string, Asset>;

interface Sources {
  prefix: string;
  scripts: readonly string[];
  style: { name: string; text: string };
}

/** Returns the bundled assets by name. The names of scripts have no `.js`, but that of the style sheet has `.css`. */
export async function bundledAssets({ prefix, scripts, style }: Sources): Promise<Assets> {
  const { build, stop, transform } = await import('esbuild');
  const [{ code }, { outputFiles }] = await Promise.all([
    transform(style.text, { loader: 'css', minify: true }),
    build({
      entryPoints: [...scripts],
      outdir: '/',
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      legalComments: 'none',
    }),
  ]);
  await stop();
  const bundled = outputFiles.map(({ path: file, text }) => {
    const name = path.basename(file, '.js');
    return [name, assetOf(prefix, name, 'js', text)] as const;
  });
  return new Map([[`${style.name}.css`, assetOf(prefix, style.name, 'css', code)], ...bundled]);
}

function assetOf(prefix: string, name: string, type: Asset['type'], text: string): Asset {
  return { path: `${prefix}/${name}-${hashOf(text)}.${type}`, type, text };
}

export function hashOf(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16);
}

export const keptForever = {
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** Responses share the bytes, so a response that nobody reads takes no memory. */
export function sendAssetOf(assets: () => Promise<Assets>): RequestHandler {
  const files = new Map<string, Buffer>();
  return async (request, response, next) => {
    const wanted = request.baseUrl + request.path;
    for (const { path: known, type, text } of (await assets()).values()) {
      if (known !== wanted) continue;
      const bytes = files.get(known) ?? Buffer.from(text);
      files.set(known, bytes);
      return void response.set(keptForever).type(type).send(bytes);
    }
    next();
  };
}
