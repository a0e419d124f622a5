import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Replaces npm: records its calls and installs package-lock.json, without the install script of `node`. */
const fakeNpm = `#!/bin/sh
echo "$1" >> npm-calls
[ -z "$NPM_FAILS" ] || { echo 'npm error because of a reason'; exit 1; }
sleep 0.1
mkdir -p node_modules/node/bin
case $1 in
  ci) cp package-lock.json node_modules/.package-lock.json ;;
  rebuild) ln -sf '${process.execPath}' node_modules/node/bin/node ;;
esac`;

/** A module that makes run.js consider the running Node too old. */
const asNode20 = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})`;

export interface Outcome {
  code: number | null;
  signal: string | null;
  output: string;
  errors: string;
}

type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean }>;

/** A directory with the scripts that install and run, a lock file, and a fake npm. */
export class Checkout {
  readonly directory = mkdtempSync(join(tmpdir(), 'checkout-'));

  constructor() {
    onTestFinished(() => rmSync(this.directory, { recursive: true }));
    for (const name of ['run.js', 'install.js', 'lock.js']) cpSync(join(scripts, name), this.path(`scripts/${name}`));
    this.write('package.json', '{ "type": "module" }');
    this.write('bin/npm', fakeNpm);
    chmodSync(this.path('bin/npm'), 0o755);
    this.lock({ 'node_modules/one': { version: '1.0.0' } });
  }

  path(name: string) {
    return join(this.directory, name);
  }

  write(name: string, content: string) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  lock(packages: Packages) {
    this.write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  }

  installed(packages: Packages) {
    this.write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    mkdirSync(this.path('node_modules/node/bin'), { recursive: true });
    symlinkSync(process.execPath, this.path('node_modules/node/bin/node'));
  }

  get npmCalls() {
    return existsSync(this.path('npm-calls')) ? readFileSync(this.path('npm-calls'), 'utf8').trim().split('\n') : [];
  }

  start(script: string, { args = [] as string[], env = {}, old = false } = {}) {
    const options = old ? ['--import', asNode20] : [];
    return spawn(process.execPath, [...options, this.path('scripts/run.js'), script, ...args], {
      env: { ...process.env, PATH: `${this.path('bin')}${delimiter}${process.env.PATH}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async run(...parameters: Parameters<Checkout['start']>): Promise<Outcome> {
    return outcomeOf(this.start(...parameters));
  }
}

export async function outcomeOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Outcome> {
  const [[code, signal], output, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, signal, output, errors };
}
