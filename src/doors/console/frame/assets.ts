import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import { consolePath } from '../../../kernel/values/links.ts';

const islandFolder = fileURLToPath(new URL('../islands/', import.meta.url));
const styleFolder = fileURLToPath(new URL('../style/', import.meta.url));

/** The parts of the style in their order: those of the areas may refine those before them. */
const general = ['base', 'frame', 'pieces', 'cells', 'lists', 'sortable', 'forms', 'palette', 'charts', 'columns'];
const areas = ['campaigns', 'settings', 'codes'];
const style = [
  fileURLToPath(new URL('../../pages/public/theme.css', import.meta.url)),
  ...[...general, ...areas].map((name) => path.join(styleFolder, `console-${name}.css`)),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

interface Asset {
  path: string;
  type: 'js' | 'css';
  text: string;
}

let bundled: Promise<ReadonlyMap<string, Asset>> | undefined;

/**
 * Returns the style sheet (`console.css`) and the scripts of `islands/` by name. They are made when somebody first opens
 * the console, which takes 0.1 s, so that a start does not wait for them.
 */
export function consoleAssets(): Promise<ReadonlyMap<string, Asset>> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<ReadonlyMap<string, Asset>> {
  const { build, stop, transform } = await import('esbuild');
  const [{ code }, { outputFiles }] = await Promise.all([
    transform(style, { loader: 'css', minify: true }),
    build({
      entryPoints: globSync('*.ts', { cwd: islandFolder }).map((name) => path.join(islandFolder, name)),
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
  const scripts = outputFiles.map(({ path: file, text }) => assetOf(path.basename(file, '.js'), 'js', text));
  return new Map([['console.css', assetOf('console', 'css', code)], ...scripts.map(nameOf)]);
}

const nameOf = (asset: Asset) => [path.basename(asset.path).replace(/-\w+\.js$/, ''), asset] as const;

/** The name contains a hash of the content, so browsers may keep the file forever. */
function assetOf(name: string, type: Asset['type'], text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `${consolePath}/assets/${name}-${hash}.${type}`, type, text };
}

export const sendAsset: RequestHandler = async (request, response, next) => {
  const wanted = request.baseUrl + request.path;
  for (const { path: known, type, text } of (await consoleAssets()).values()) {
    if (known !== wanted) continue;
    response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' });
    return void response.type(type).send(text);
  }
  next();
};
