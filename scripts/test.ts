/**
 * npm test [-- arguments for vitest], npm run test:<tier>, npm run test:all: runs tiers of tests (scripts/tiers.ts) one after the
 * other, each with the database servers that it needs, and prints a summary. It always stops the servers.
 *
 * TEST_ENGINES names engines and clusters; only what runs on them is run. TEST_DATABASE_URL is a server that replaces the one of its engine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './databases/cache.ts';
import { namedTargets, serversForTests, type TestServer } from './databases/for-tests.ts';
import { tiers } from './tiers.ts';

interface Result {
  tier: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  code: number;
}

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { TEST_ENGINES, TEST_DATABASE_URL, TEST_REPORT } = process.env;

const [tierArgument = '', ...vitestArguments] = process.argv.slice(2);
const chosen = tierArgument === 'all' ? Object.keys(tiers) : tierArgument.split(',');
const unknown = chosen.find((tier) => !Object.hasOwn(tiers, tier));
if (unknown !== undefined) {
  console.error(`usage: node scripts/test.ts all|${Object.keys(tiers).join('|')} [arguments for vitest]`);
  process.exit(1);
}

const results: Result[] = [];
for (const tier of chosen) results.push(await runTier(tier));
if (results.length > 1) console.log(summary(results));
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;

async function runTier(tier: string): Promise<Result> {
  const start = performance.now();
  const directory = await mkdtemp(join(tmpdir(), 'tests-'));
  const report = TEST_REPORT ?? join(directory, 'report.json');
  const servers: TestServer[] = [];
  try {
    const projects = tiers[tier]?.projects ?? [];
    const possible = projects.filter(({ isExtra }) => TEST_ENGINES || !isExtra).map(({ target }) => target);
    const targets = namedTargets(possible, TEST_ENGINES);
    servers.push(...(await serversForTests(targets, TEST_DATABASE_URL)));
    console.log(
      `${tiers[tier]?.title} on ${[...(targets.includes('sqlite') ? ['SQLite'] : []), ...servers.map(({ name }) => name)].join(', ')}`,
    );
    const urls = {
      ...(targets.includes('sqlite') && { sqlite: join(directory, 'sqlite') }),
      ...Object.fromEntries(servers.map(({ target, url }) => [target, url])),
    };
    const code = await runVitest(tier, urls, directory, report);
    return { ...(await counts(report)), tier, seconds: (performance.now() - start) / 1000, code };
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 0, skipped: 0, tier, seconds: (performance.now() - start) / 1000, code: 1 };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(directory, { recursive: true });
  }
}

async function runVitest(
  tier: string,
  urls: Record<string, string>,
  directory: string,
  report: string,
): Promise<number> {
  const reporters = vitestArguments.some((given) => given.startsWith('--reporter')) ? [] : ['--reporter=default'];
  const child = spawn(
    process.execPath,
    [vitest, 'run', ...reporters, '--reporter=json', `--outputFile.json=${report}`, ...vitestArguments],
    {
      env: {
        ...process.env,
        TEST_TIER: tier,
        TEST_SERVER_URLS: JSON.stringify(urls),
        // Whatever tests leave is removed with it.
        TMPDIR: directory,
        // Tests start the service more than a hundred times.
        NODE_COMPILE_CACHE: join(cacheDirectory, 'compiled'),
      },
      stdio: 'inherit',
      detached: true, // a process group of its own, because vitest leaves its workers running when only vitest is killed
    },
  );
  const kill = (signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, kill);
  const [code] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, kill);
  return code ?? 1;
}

async function counts(report: string): Promise<Pick<Result, 'passed' | 'failed' | 'skipped'>> {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(await readFile(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

function summary(all: Result[]): string {
  const row = (name: string, ...cells: (string | number)[]) =>
    `${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(9)).join('')}`;
  const sum = (pick: (result: Result) => number) => all.reduce((total, result) => total + pick(result), 0);
  const minutes = (seconds: number) => (seconds / 60).toFixed(1);
  return [
    '',
    row('tier', 'minutes', 'passed', 'failed', 'skipped'),
    ...all.map(({ tier, seconds, passed, failed, skipped, code }) =>
      row(
        tiers[tier]?.title ?? tier,
        minutes(seconds),
        passed,
        code !== 0 && failed === 0 ? 'broken' : failed,
        skipped,
      ),
    ),
    row(
      'all',
      minutes(sum(({ seconds }) => seconds)),
      sum(({ passed }) => passed),
      sum(({ failed }) => failed),
      sum(({ skipped }) => skipped),
    ),
  ].join('\n');
}
