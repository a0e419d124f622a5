/** npm test [-- arguments for vitest]: starts the database servers once, runs the tests on each of them, and always stops them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './databases/cache.ts';
import { serversForTests, type TestServers } from './databases/for-tests.ts';
import { engineNames } from './databases/server.ts';

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { TEST_ENGINES, TEST_DATABASE_URL } = process.env;

const found = await serversForTests(TEST_ENGINES, TEST_DATABASE_URL).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const directory = await mkdtemp(join(tmpdir(), 'sqlite-'));
console.log(`Testing on ${names(found).join(', ')}`);
try {
  process.exitCode = await runVitest(found, directory);
} finally {
  await Promise.all([...found.servers, ...(found.clusters ?? [])].map((server) => server.stop()));
  await rm(directory, { recursive: true });
}
if (found.missing)
  console.log(`\nTested on SQLite only, because no MySQL or MariaDB server was available (${found.missing}).`);

function names({ sqlite, servers, clusters = [] }: TestServers) {
  const described = [...servers, ...clusters].map(
    ({ engine, version, origin }) => `${engineNames[engine]} ${version} (${origin})`,
  );
  return [...(sqlite ? ['SQLite'] : []), ...described];
}

async function runVitest({ sqlite, servers, clusters = [] }: TestServers, sqliteDirectory: string) {
  const urlByEngine = {
    ...(sqlite && { sqlite: join(sqliteDirectory, 'sqlite') }),
    ...Object.fromEntries(servers.map(({ engine, url }) => [engine, url])),
    ...Object.fromEntries(clusters.map(({ kind, url }) => [kind, url])),
  };
  const child = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
    env: {
      ...process.env,
      TEST_SERVER_URLS: JSON.stringify(urlByEngine),
      TEST_SQLITE_DIRECTORY: sqliteDirectory,
      // Tests start the service more than a hundred times.
      NODE_COMPILE_CACHE: join(cacheDirectory, 'compiled'),
    },
    stdio: 'inherit',
    detached: true, // a process group of its own, because vitest leaves its workers running when only vitest is killed
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => process.kill(-Number(child.pid), signal));
  }
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
