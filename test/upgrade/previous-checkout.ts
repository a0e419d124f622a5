import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../scripts/databases/cache.ts';
import { holdingLock } from '../../scripts/lock.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commit of the version that runs in production while this one is installed. Change it with each release. */
const commit = readFileSync(new URL('previous-version', import.meta.url), 'utf8').trim();

/** Returns the directory of the previous version, which is unpacked once, with its packages. */
export async function previousCheckout(): Promise<string> {
  const directory = join(cacheDirectory, 'previous', commit);
  await holdingLock(`${directory}.lock`, 'unpacking the previous version', async () => {
    if (existsSync(directory)) return;
    requireCommit();
    const unpacked = `${directory}.unpacked`;
    rmSync(unpacked, { recursive: true, force: true });
    mkdirSync(unpacked, { recursive: true });
    const archive = git('archive', commit, 'src', 'migrations', 'scripts', 'package.json', 'package-lock.json');
    execFileSync('tar', ['--extract', '--directory', unpacked], { input: archive });
    await addPackages(unpacked);
    renameSync(unpacked, directory);
  });
  return directory;
}

function requireCommit(): void {
  if (hasCommit()) return;
  try {
    git('fetch', '--quiet', '--unshallow'); // a shallow clone lacks the history
  } catch {}
  if (hasCommit()) return;
  const needed = 'Tests of upgrades need git and the history of this repository';
  throw new Error(`${needed}: test/upgrade/previous-version names ${commit}, which is missing here.`);
}

function hasCommit(): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Shares the packages of this version if they contain those of the previous one, otherwise installs those. */
async function addPackages(directory: string): Promise<void> {
  const [previous, current] = [packagesOf(directory), packagesOf(root)];
  const isContained = Object.entries(previous).every(
    ([path, { dev, integrity }]) => path === '' || dev || current[path]?.integrity === integrity,
  );
  if (isContained) return symlinkSync(relative(directory, join(root, 'node_modules')), join(directory, 'node_modules'));
  await promisify(execFile)(process.execPath, [join(directory, 'scripts/run.js'), 'src/main/cli.ts', '--help']);
}

function packagesOf(directory: string): Record<string, { dev?: boolean; integrity?: string }> {
  return JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;
}

function git(...gitArguments: string[]): Buffer {
  return execFileSync('git', gitArguments, { cwd: root, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
}
