import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

type Engine = 'sqlite' | 'mysql' | 'mariadb';

/** Clusters are servers of an engine behind a proxy. */
const clusters: Record<string, Engine> = { galera: 'mariadb', 'group-replication': 'mysql' };

// Set by scripts/test.ts. If an editor starts vitest directly, the tests run on SQLite.
const sqliteDirectory = process.env.TEST_SQLITE_DIRECTORY ?? join(tmpdir(), 'sqlite-without-npm-test');
const serverUrls: Record<string, string> = JSON.parse(
  process.env.TEST_SERVER_URLS ?? JSON.stringify({ sqlite: join(sqliteDirectory, 'sqlite') }),
);

/** Tests that do not depend on the database. They run once, on SQLite, not once per engine. */
const onceOnly = 'test/**/*.once.test.ts';
/** Tests that end servers of a cluster of their own. */
const onlyOnClusters = 'test/cluster/**';
const once = { engine: 'sqlite' as const, serverUrl: join(sqliteDirectory, 'once') };

export default defineConfig({
  test: {
    pool: 'forks',
    // Node runs the TypeScript directly, as in production.
    experimental: { viteModuleRunner: false },
    // Test files share processes, because loading the service for each file would take half of the time.
    isolate: false,
    maxWorkers: availableParallelism(),
    // A busy machine is slow. Only a test that hangs should fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'html'] },
    projects: [
      { extends: true, test: { name: 'once', include: [onceOnly], provide: once } },
      ...Object.entries(serverUrls).map(([name, serverUrl]) => ({
        extends: true as const,
        test: {
          name,
          include: ['test/**/*.test.ts'],
          exclude: [onceOnly, ...(name in clusters ? [] : [onlyOnClusters])],
          provide: { engine: clusters[name] ?? (name as Engine), serverUrl },
        },
      })),
    ],
  },
});
