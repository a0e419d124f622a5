/**
 * node scripts/run.js <script.ts> [arguments…]
 *
 * Installs what is missing, then runs a TypeScript file on the Node that package-lock.json pins. Plain JavaScript, because it must
 * start on any Node from version 20 before anything is installed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const pinnedNode = join(root, 'node_modules/node/bin/node');
const lockFile = join(root, '.cache/install.lock');
const needsNode = 26;

const [, , script, ...scriptArguments] = process.argv;
if (!script) fail('usage: node scripts/run.js <script.ts> [arguments…]');

const target = resolve(root, script);
// What the product itself runs needs no development packages: an image may be built with `npm ci --omit=dev`.
const needsDevelopmentPackages = !target.startsWith(join(root, 'src/'));

if (!isInstalled()) await holdingTheLock(install);

if (Number.parseInt(process.versions.node, 10) >= needsNode) {
  process.argv.splice(1, 2, target);
  await import(pathToFileURL(target).href);
} else {
  runOnPinnedNode();
}

/** By content and not by time: a git checkout gives every file a new time, and `npm install` keeps both files in step by itself. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !installed || !existsSync(pinnedNode)) return false;

  const isRight = ([path, entry]) => {
    const found = installed[path];
    if (!found) return path === '' || entry.optional || entry.devOptional || (entry.dev && !needsDevelopmentPackages);
    return found.version === entry.version && found.integrity === entry.integrity;
  };
  return Object.entries(wanted).every(isRight);
}

function packagesOf(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

async function install() {
  if (isInstalled()) return; // by the process that had the lock before
  const start = performance.now();
  console.error('Installing packages (npm ci) …');
  // Only one install script is wanted: the one that fetches Node. better-sqlite3 brings prebuilt programs, so its compiling is
  // skipped, which would need Python and a C++ compiler.
  await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  await npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error');
  if (!existsSync(pinnedNode))
    fail(`npm did not run the install script of the package "node", so ${pinnedNode} is missing.`);
  console.error(`Installed packages in ${Math.round((performance.now() - start) / 1000)} s.`);
}

async function npm(...npmArguments) {
  // npm must not run on the Node in node_modules, which it is about to delete.
  const path = process.env.PATH.split(delimiter).filter(
    (directory) => !directory.startsWith(join(root, 'node_modules')),
  );
  const child = spawn('npm', npmArguments, {
    cwd: root,
    env: { ...process.env, PATH: path.join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) =>
    child.on('close', done).on('error', (error) => fail(`npm: ${error.message}`)),
  );
  if (code !== 0) fail(`${output}npm ${npmArguments[0]} failed with exit code ${code}.`);
}

async function holdingTheLock(work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let attempt = 0; !(await takeLock()); attempt++) {
    if (attempt === 0)
      console.error(`Waiting for process ${lockHolder()}, which is installing packages (${lockFile}) …`);
    await sleep(200);
  }
  const release = () => rmSync(lockFile, { force: true });
  process.on('exit', release);
  await work();
  process.off('exit', release);
  release();
}

async function takeLock() {
  try {
    writeFileSync(lockFile, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = lockHolder();
  if (!holder || isAlive(holder)) return false;
  // Of several that find a dead holder, the last to replace its file has the lock. The pause lets all of them do so first.
  const claim = `${lockFile}.${process.pid}`;
  writeFileSync(claim, `${process.pid}`);
  renameSync(claim, lockFile);
  await sleep(100);
  return lockHolder() === process.pid;
}

function lockHolder() {
  try {
    return Number(readFileSync(lockFile, 'utf8'));
  } catch {
    return 0; // released meanwhile
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function runOnPinnedNode() {
  const child = spawn(pinnedNode, [target, ...scriptArguments], { stdio: 'inherit' });
  // A terminal sends Ctrl-C and its closing to the child too. Passed on, they would arrive twice and look like impatience.
  const fromTerminal = (signal) => process.stdin.isTTY && signal !== 'SIGTERM';
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => fromTerminal(signal) || child.kill(signal));
  child.on('error', (error) => fail(`${pinnedNode}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
