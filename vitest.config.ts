import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Set by scripts/test.ts. If an editor starts vitest directly, the tests run on SQLite.
const serverUrls: Record<string, string> = JSON.parse(
  process.env.TEST_SERVER_URLS ?? JSON.stringify({ sqlite: join(tmpdir(), 'sqlite-without-npm-test') }),
);

/** Tests that use no database. They run once, not once per engine. */
const onceOnly = 'test/**/*.once.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Node runs the TypeScript directly, as in production.
    experimental: { viteModuleRunner: false },
    // Test files share processes, because loading the service for each file would take half of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'html'] },
    projects: [
      { extends: true, test: { name: 'once', include: [onceOnly] } },
      ...Object.entries(serverUrls).map(([engine, serverUrl]) => ({
        extends: true as const,
        test: {
          name: engine,
          include: ['test/**/*.test.ts'],
          exclude: [onceOnly],
          provide: { engine: engine as 'sqlite' | 'mysql' | 'mariadb', serverUrl },
          globalSetup: 'test/support/global-setup.ts',
        },
      })),
    ],
  },
});
