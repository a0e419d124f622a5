import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Set by scripts/test.ts. An editor that starts vitest by itself gets SQLite.
const serverUrls: Record<string, string> = JSON.parse(
  process.env.TEST_SERVER_URLS ?? JSON.stringify({ sqlite: join(tmpdir(), 'sqlite-without-npm-test') }),
);

/** Runs once, whatever the engines: what these tests are about knows no database. */
const onceOnly = 'test/**/*.once.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Node runs the TypeScript itself, as in production.
    experimental: { viteModuleRunner: false },
    // Files share processes, since loading the service for each of them would take half of the time.
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
