/** Installs the packages of package-lock.json if node_modules differs from it. Plain JavaScript for the same reason as run.js. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdingLock } from './lock.js';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const pinnedNode = join(root, 'node_modules/node/bin/node');

const cache = join(root, '.cache');
/** Where Node keeps the code that it has compiled, because compiling takes most of the time of a start. */
export const compiledCode = join(cache, 'compiled');
const extraLibraries = join(cache, 'libatomic');

export async function installIfNeeded({ withDevelopmentPackages }) {
  if (isInstalled(withDevelopmentPackages)) return;
  await holdingLock(join(cache, 'install.lock'), 'installing packages', async () => {
    if (!isInstalled(withDevelopmentPackages)) await install();
  });
}

/** Compares content, not times: a git checkout gives every file a new time, and `npm install` updates both files by itself. */
function isInstalled(withDevelopmentPackages) {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !installed || !existsSync(pinnedNode)) return false;

  const mayBeMissing = ({ dev, optional, devOptional }) => optional || devOptional || (dev && !withDevelopmentPackages);
  return Object.entries(wanted).every(([path, { version, integrity, ...entry }]) => {
    const found = installed[path];
    return found ? found.version === version && found.integrity === integrity : path === '' || mayBeMissing(entry);
  });
}

function packagesOf(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

async function install() {
  const start = performance.now();
  console.error('Installing packages (npm ci) …');
  // Runs only one install script, the one that fetches Node. better-sqlite3 has prebuilt binaries; compiling it would need
  // Python and a C++ compiler.
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  await run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (!existsSync(pinnedNode)) fail('npm did not run the install script of the package "node".');
  await makePinnedNodeRun();
  console.error(`Installed packages in ${Math.round((performance.now() - start) / 1000)} s.`);
}

/** Node needs libatomic, which slim images of Debian and Ubuntu lack. */
async function makePinnedNodeRun() {
  if (tryPinnedNode().status === 0) return;
  if (!existsSync(extraLibraries)) await fetchLibatomic();
  const { status, stderr } = tryPinnedNode();
  if (status !== 0) fail(`The pinned Node does not run on this machine: ${stderr}`);
  // npm would use this link instead of the Node that runs npm, and fail because the library is missing.
  rmSync(join(root, 'node_modules/.bin/node'), { force: true });
}

function tryPinnedNode() {
  return spawnSync(pinnedNode, ['--version'], { env: pinnedEnvironment(), encoding: 'utf8' });
}

export function pinnedEnvironment() {
  if (!existsSync(extraLibraries)) return process.env;
  const libraries = [extraLibraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return { ...process.env, LD_LIBRARY_PATH: libraries };
}

/**
 * Downloads libatomic from the machine's own distribution. Installs nothing on the machine, so it does not require
 * root.
 */
async function fetchLibatomic() {
  const work = join(cache, 'apt-libatomic');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'lists/partial'), { recursive: true });
  const settings = [
    `Dir::State::lists=${work}/lists`,
    `Dir::Cache=${work}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ];
  const options = settings.flatMap((setting) => ['-o', setting]);
  await run('apt-get', [...options, 'update'], work);
  await run('apt-get', [...options, 'download', 'libatomic1'], work);
  await run('dpkg-deb', ['--extract', ...readdirSync(work).filter((name) => name.endsWith('.deb')), '.'], work);
  const [directory] = readdirSync(join(work, 'usr/lib')).filter((name) => name.includes('-linux-'));
  cpSync(join(work, 'usr/lib', directory), extraLibraries, { recursive: true, verbatimSymlinks: true });
  rmSync(work, { recursive: true });
}

async function run(program, programArguments, cwd = root) {
  // npm must not run on the Node in node_modules, because npm is about to delete that Node.
  const path = process.env.PATH.split(delimiter).filter(
    (directory) => !directory.startsWith(join(root, 'node_modules')),
  );
  const env = { ...process.env, PATH: path.join(delimiter) };
  const child = spawn(program, programArguments, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => child.on('close', done).on('error', ({ message }) => fail(message)));
  if (code !== 0) fail(`${output}${program} failed with exit code ${code}.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
