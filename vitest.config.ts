import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { tiers } from './scripts/tiers.ts';

/** Clusters are servers of an engine behind a proxy. */
const engineOfCluster = { galera: 'mariadb', 'group-replication': 'mysql' } as const;

// Set by scripts/test.ts. If an editor starts vitest directly, npm test is meant.
const { TEST_TIER = 'specs', TEST_SERVER_URLS } = process.env;
const urls: Record<string, string> = TEST_SERVER_URLS
  ? JSON.parse(TEST_SERVER_URLS)
  : { sqlite: join(tmpdir(), 'sqlite-without-npm-test') };

const { projects = [], isSerial = false } = tiers[TEST_TIER] ?? {};
/** Only a test that hangs should fail. Those of `npm test` are short even on a busy machine. */
const timeout = TEST_TIER === 'specs' ? 60_000 : 300_000;

export default defineConfig({
  test: {
    pool: 'forks',
    // Node runs the TypeScript directly, as in production.
    experimental: { viteModuleRunner: false },
    execArgv: ['--import', new URL('src/main/process/jsx.ts', import.meta.url).href],
    // Test files share processes, because loading the service for each file would take half of the time.
    isolate: false,
    maxWorkers: availableParallelism(),
    fileParallelism: !isSerial,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: timeout * 0.8, interval: 10 } },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'html'] },
    projects: projects
      .filter(({ target }) => target in urls)
      .map(({ target, include, exclude = [], isThorough, isAlone }, index) => ({
        extends: true as const,
        test: {
          name: isAlone ? `${target} alone` : target,
          ...(isAlone && { sequence: { groupOrder: index }, maxWorkers: 1 }),
          include,
          exclude,
          provide: {
            engine: target in engineOfCluster ? engineOfCluster[target as keyof typeof engineOfCluster] : target,
            serverUrl: urls[target],
            isThorough,
          } as never,
        },
      })),
  },
});
