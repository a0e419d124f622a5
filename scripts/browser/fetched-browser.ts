import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cacheDirectory } from '../databases/cache.ts';
import { holdingLock } from '../lock.js';

/** How to start a browser, in the form that Playwright accepts. */
export interface BrowserProgram {
  executablePath: string;
  env?: NodeJS.ProcessEnv;
}

const execute = promisify(execFile);
const npmArguments =
  'ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1 --loglevel=error'.split(' ');
/**
 * Pins the package. The project's own package.json does not name it, because not every installation should download its
 * 70 MB.
 */
const manifest = join(import.meta.dirname, 'package');
const { dependencies } = JSON.parse(readFileSync(join(manifest, 'package.json'), 'utf8'));
const directory = join(cacheDirectory, `chromium-${dependencies['@sparticuz/chromium']}`);

/**
 * Returns Chromium's headless shell from a package of the npm registry. Of the machine's libraries, it requires only
 * those that Node requires.
 */
export async function fetchedBrowser(): Promise<BrowserProgram> {
  if (!existsSync(directory)) {
    await holdingLock(`${directory}.lock`, 'fetching Chromium', async () => {
      if (!existsSync(directory)) await fetchInto(directory);
    });
  }
  return programIn(directory);
}

function programIn(root: string): BrowserProgram {
  const env = { LD_LIBRARY_PATH: join(root, 'al2023/lib'), FONTCONFIG_FILE: join(root, 'fonts.conf') };
  return { executablePath: join(root, 'chromium'), env: { ...process.env, ...env } };
}

async function fetchInto(target: string) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`the npm registry has it for linux x64 only, not for ${process.platform} ${process.arch}`);
  const start = performance.now();
  console.error(`Fetching Chromium (npm package, into .cache/${basename(target)}) …`);
  const work = await mkdtemp(join(cacheDirectory, 'npm-'));
  try {
    await cp(manifest, work, { recursive: true });
    await execute('npm', npmArguments, { cwd: work });
    await unpack(work, join(work, 'root'));
    await tryToRun(join(work, 'root'));
    await rename(join(work, 'root'), target);
  } finally {
    await rm(work, { recursive: true });
  }
  console.error(`Fetched Chromium in ${Math.round((performance.now() - start) / 1000)} s.`);
}

async function unpack(work: string, root: string) {
  await mkdir(root);
  const { extract } = createRequire(join(work, 'package.json'))('tar-fs');
  const targets = {
    'chromium.br': createWriteStream(join(root, 'chromium'), { mode: 0o755 }),
    // Libraries of Amazon Linux 2023, which run with any libc from 2.34.
    'al2023.tar.br': extract(join(root, 'al2023'), { chown: false }),
    'fonts.tar.br': extract(join(root, 'fonts'), { chown: false }),
  };
  for (const [name, target] of Object.entries(targets)) {
    const file = join(work, 'node_modules/@sparticuz/chromium/bin', name);
    await pipeline(createReadStream(file), createBrotliDecompress(), target);
  }
  // The machine may have neither fonts nor a configuration of them, without which Chromium does not start.
  await writeFile(join(root, 'fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n');
}

async function tryToRun(root: string) {
  const { executablePath, env } = programIn(root);
  await execute(executablePath, ['--version'], { env });
}
