import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Program } from '../support/processes.ts';

const run = (script: string, ...options: string[]) =>
  new Program(fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url)), options).ended;

test.each([
  ['fuzz', '--seconds <number>'],
  ['soak', '--engine <name>'],
])('npm run %s -- --help lists the options', async (script, option) => {
  const { code, output, errors } = await run(script, '--help');

  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain(option);
});

test.each([
  ['fuzz', '--seconds', '0', 'greater than 0'],
  ['fuzz', '--minutes', '5', "unknown option '--minutes'"],
  ['soak', '--minutes', 'five', 'greater than 0'],
  ['soak', '--engine', 'postgres', 'Allowed choices are sqlite, mysql, mariadb.'],
])('npm run %s -- %s %s is refused, and nothing runs', async (script, option, value, message) => {
  const { code, output, errors } = await run(script, option, value);

  expect([code, output]).toEqual([1, '']);
  expect(errors).toMatch(/^error: .+\n$/);
  expect(errors).toContain(message);
});
