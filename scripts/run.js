/**
 * node scripts/run.js <script.ts> [arguments…]
 *
 * Installs missing packages, then runs a TypeScript file on the Node that package-lock.json pins. This file is plain JavaScript,
 * because it must start on any Node from version 20 on, before anything is installed.
 */
import { spawn } from 'node:child_process';
import module from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledCode, installIfNeeded, pinnedEnvironment, pinnedNode, root } from './install.js';

const needsNode = 26;

const [, , script, ...scriptArguments] = process.argv;
if (!script) {
  console.error('usage: node scripts/run.js <script.ts> [arguments…]');
  process.exit(1);
}
const target = resolve(root, script);

// The programs in src/ need no development packages, so an image can be built with `npm ci --omit=dev`.
await installIfNeeded({ withDevelopmentPackages: !target.startsWith(join(root, 'src/')) });

if (Number.parseInt(process.versions.node, 10) >= needsNode) {
  process.argv.splice(1, 2, target);
  module.enableCompileCache(compiledCode);
  await import(pathToFileURL(target).href);
} else {
  runOnPinnedNode();
}

function runOnPinnedNode() {
  const env = { NODE_COMPILE_CACHE: compiledCode, ...pinnedEnvironment() };
  const child = spawn(pinnedNode, [target, ...scriptArguments], { env, stdio: 'inherit' });
  // A terminal sends SIGINT and SIGHUP to the child too. If this process forwarded them, they would arrive twice, and
  // many programs exit at once on the second signal.
  const fromTerminal = (signal) => process.stdin.isTTY && signal !== 'SIGTERM';
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => fromTerminal(signal) || child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
