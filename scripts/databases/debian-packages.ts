import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { firstToSucceed } from './attempts.ts';
import { cacheDirectory } from './cache.ts';

const execute = promisify(execFile);
const systemKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const defaultMirror = 'http://deb.debian.org/debian';

/**
 * Downloads a Debian package and all its dependencies, including libc, and unpacks them into a directory. apt checks
 * the signatures but uses separate package lists, so this does not require root, changes nothing on the machine, and
 * works with any suite of Debian.
 */
export async function unpackDebianPackage(suite: string, name: string, directory: string): Promise<void> {
  await mkdir(cacheDirectory, { recursive: true });
  const work = await mkdtemp(join(cacheDirectory, 'apt-'));
  try {
    const options = `[signed-by=${await debianKeyring(work)} target=Packages]`;
    const attempt = (mirror: string) => download(work, name, `deb ${options} ${mirror} ${suite} main\n`);
    await firstToSucceed(mirrors().map((mirror) => ({ name: mirror, run: () => attempt(mirror) })));
    await unpack(work, join(work, 'root'));
    await rename(join(work, 'root'), directory);
  } catch (error) {
    if (!existsSync(directory)) throw error; // otherwise another run unpacked it meanwhile
  } finally {
    await rm(work, { recursive: true });
  }
}

/**
 * Returns the machine's own mirror first, because it is the most likely to be reachable, then Debian's mirror, because
 * the first may be incomplete.
 */
function mirrors() {
  const files = globSync(['/etc/apt/sources.list', '/etc/apt/sources.list.d/*.{list,sources}']);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const found = lines.map((line) => /^\s*(?:deb|URIs:)\s.*?(https?:\S+\/debian)\/?(?:\s|$)/.exec(line)?.[1]);
  return [...new Set([...found.filter((mirror) => mirror !== undefined).slice(0, 1), defaultMirror])];
}

/** Ubuntu does not install Debian's keys, but offers them as a package that Ubuntu's own keys sign. */
async function debianKeyring(work: string) {
  if (existsSync(systemKeyring)) return systemKeyring;
  const directory = join(work, 'keyring');
  await download(directory, 'debian-archive-keyring');
  await unpack(directory, directory);
  return join(directory, systemKeyring);
}

/** Uses the package sources of the machine unless `ownSources` is given. */
async function download(work: string, name: string, ownSources?: string) {
  await mkdir(join(work, 'state/lists/partial'), { recursive: true });
  await mkdir(join(work, 'archives/partial'), { recursive: true });
  await writeFile(join(work, 'status'), ''); // nothing counts as installed, so every dependency is downloaded
  if (ownSources) await writeFile(join(work, 'sources.list'), ownSources);
  await writeFile(join(work, 'apt.conf'), configuration(work, ownSources !== undefined));
  const apt = (...options: string[]) => execute('apt-get', ['--config-file', join(work, 'apt.conf'), ...options]);
  await apt('update');
  await apt('install', '--yes', '--download-only', name);
}

/** Does not check the dates of package lists, because a mirror may be frozen at a past date, which is good enough for tests. */
function configuration(work: string, hasOwnSources: boolean) {
  return `
    #clear APT::Update::Post-Invoke;
    #clear APT::Update::Post-Invoke-Success;
    APT::Sandbox::User "root";
    APT::Install-Recommends "false";
    APT::Default-Release "";
    Acquire::Check-Valid-Until "false";
    Acquire::Languages "none";
    Dir::State "${work}/state";
    Dir::State::status "${work}/status";
    Dir::Cache "${work}";
    Dir::Etc::preferences "-";
    Dir::Etc::preferencesparts "-";
    ${hasOwnSources ? `Dir::Etc::sourcelist "${work}/sources.list"; Dir::Etc::sourceparts "-";` : ''}
  `;
}

async function unpack(work: string, directory: string) {
  // Only the scripts around a server need Perl, which would be a quarter of the unpacked files.
  const packages = globSync(join(work, 'archives/*.deb')).filter((file) => !/^(lib)?perl/.test(basename(file)));
  for (const file of packages) await execute('dpkg-deb', ['--extract', file, directory]);
}
