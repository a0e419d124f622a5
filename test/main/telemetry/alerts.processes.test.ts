import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { prometheusCommand } from '../../../scripts/monitoring/prometheus.ts';

const rulesFile = fileURLToPath(new URL('../../../deploy/monitoring/alerts.yaml', import.meta.url));
const testsFile = fileURLToPath(new URL('alert-tests.yaml', import.meta.url));

test('promtool accepts the alert rules', async () => {
  expect((await promtool('check', 'rules', rulesFile)).output).toMatch(/SUCCESS: \d+ rules found/);
});

test('each alert fires for the series that it is for, and not for their neighbours', async () => {
  const [rules, tests] = await Promise.all([readFile(rulesFile, 'utf8'), readFile(testsFile, 'utf8')]);

  expect(await promtool('test', 'rules', testsFile)).toEqual({
    failed: false,
    output: expect.stringContaining('SUCCESS'),
  });

  const named = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  expect(named(tests, /alertname: (\w+)/g)).toEqual(named(rules, /- alert: (\w+)/g));
});

test.each([
  ['a threshold', '> 0.01', '> 0.5'],
  ['a label', 'sum by (account, operation, problem)', 'sum by (account, operation)'],
  ['a duration', 'for: 15m', 'for: 1h'],
])('the series find %s that is wrong', async (_, right, wrong) => {
  const directory = await mkdtemp(join(tmpdir(), 'rules-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [rules, tests] = await Promise.all([readFile(rulesFile, 'utf8'), readFile(testsFile, 'utf8')]);
  expect(rules).toContain(right);
  await writeFile(join(directory, 'alerts.yaml'), rules.replace(right, wrong));
  await writeFile(join(directory, 'tests.yaml'), tests.replace(/rule_files: .*/, 'rule_files: [alerts.yaml]'));

  expect((await promtool('test', 'rules', join(directory, 'tests.yaml'))).failed).toBe(true);
});

async function promtool(...parameters: string[]): Promise<{ failed: boolean; output: string }> {
  const [program = '', ...given] = [...(await prometheusCommand('promtool')), ...parameters];
  return promisify(execFile)(program, given).then(
    ({ stdout, stderr }) => ({ failed: false, output: stdout + stderr }),
    ({ stdout, stderr }) => ({ failed: true, output: stdout + stderr }),
  );
}
