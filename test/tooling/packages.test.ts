import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the table in README.md has every package that runs in production, and no other', () => {
  const listed = tableOf('README.md', '## Runtime dependencies');
  const installed = Object.keys(JSON.parse(read('package.json')).dependencies);

  expect(listed.filter((name) => !installed.some((other) => matches(name, other)))).toEqual([]);
  expect(installed.filter((name) => !listed.some((other) => matches(other, name)))).toEqual([]);
});

/** Whether a name of the table, such as `@opentelemetry/*`, means the package. */
function matches(listed: string, name: string): boolean {
  return listed.endsWith('*') ? name.startsWith(listed.slice(0, -1)) : listed === name;
}

/** Returns the names in the first column of the table below a heading. */
function tableOf(file: string, heading: string): string[] {
  const [, section = ''] = read(file).split(`${heading}\n`);
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}
