import { createHash, randomUUID } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, getCompileCacheDir, registerHooks, setSourceMapsSupport } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Lets Node load JSX: it erases types, but does not know JSX. Import this file first, and then load JSX with
 * `import()`, because static imports load before any code runs.
 */

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Everything that affects the output, including the version of esbuild. */
const settings = ['package.json', 'tsconfig.json'].map((name) => readFileSync(path.join(root, name)));

/** The folder of the transformed files, next to Node's compile cache. Without it, every start transforms them again. */
const compiled = getCompileCacheDir();
const cache = compiled && path.join(compiled, 'jsx');

const transformed = new Map<string, string>();

// Makes stack traces name the lines of the source.
setSourceMapsSupport(true);

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.tsx')
      ? { format: 'module', source: javascriptOf(fileURLToPath(url)), shortCircuit: true }
      : next(url, context),
});

function javascriptOf(file: string): string {
  const name = nameOf(file);
  return transformed.get(name) ?? readCache(name) ?? transformAll(file).get(name) ?? '';
}

function nameOf(file: string): string {
  const hash = createHash('sha256');
  for (const content of [...settings, readFileSync(file)]) hash.update(content);
  return hash.digest('hex');
}

function readCache(name: string): string | null {
  try {
    return cache ? readFileSync(path.join(cache, name), 'utf8') : null;
  } catch {
    return null;
  }
}

/** Transforms all files at once, because esbuild starts a process per call. */
function transformAll(file: string): typeof transformed {
  const { buildSync } = require('esbuild') as typeof import('esbuild');
  const others = globSync('src/**/*.tsx', { cwd: root }).map((name) => path.join(root, name));
  const { outputFiles } = buildSync({
    entryPoints: [...new Set([file, ...others])].map((source) => ({
      in: source,
      out: path.join(path.dirname(source), nameOf(source)),
    })),
    outdir: '/',
    write: false,
    format: 'esm',
    target: 'esnext',
    charset: 'utf8',
    sourcemap: 'inline',
    sourcesContent: false,
  });
  for (const { path: output, text } of outputFiles) transformed.set(path.basename(output, '.js'), text);
  writeCache();
  return transformed;
}

/** Writes the cache. Each file is renamed when it is complete, so that other processes never read half of it. */
function writeCache(): void {
  if (!cache) return;
  try {
    mkdirSync(cache, { recursive: true });
    for (const [name, text] of transformed) {
      const unfinished = path.join(cache, randomUUID());
      writeFileSync(unfinished, text);
      renameSync(unfinished, path.join(cache, name));
    }
  } catch {
    // The folder may be read-only.
  }
}
