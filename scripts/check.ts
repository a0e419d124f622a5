/** npm run check: checks formatting, lint, types, unused code and the REST reference in parallel. Shows the output of a tool only if it fails. */
import { execFile } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDocumentTypes } from './document-types.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, 'node_modules/.bin');
// Tools that are scripts run on the first Node in PATH, which must be the pinned one.
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };

const tools = {
  'format and lint (biome)': ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100'],
  'types (tsc)': ['tsc', '--noEmit'],
  'unused code (knip)': ['knip'],
  'REST reference (redocly)': [process.execPath, join(root, 'scripts/openapi-lint.ts')],
};

await writeDocumentTypes();
const passed = await Promise.all(Object.entries(tools).map(([name, command]) => check(name, command)));
process.exitCode = passed.every(Boolean) ? 0 : 1;

async function check(name: string, [program = '', ...programArguments]: string[]) {
  const start = performance.now();
  const { error, output } = await run(resolve(programs, program), programArguments);
  if (error) console.log(output);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${error ? '✗' : '✓'} ${name}, ${seconds} s`);
  return !error;
}

function run(file: string, programArguments: string[]) {
  const { promise, resolve } = Promise.withResolvers<{ error: Error | null; output: string }>();
  execFile(file, programArguments, { cwd: root, env, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
    resolve({ error, output: stdout + stderr });
  });
  return promise;
}
