import { readFileSync } from 'node:fs';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { failedGreeting, greeting } from './greeting.tsx';

test('JSX renders elements of preact, with the text as it was written', () => {
  const html = renderToString(h(Fragment, null, greeting({ name: '<Ada>', below: [1, null, false] })));

  expect(html).toBe('<p class="greeting">Grüße, <b>&lt;Ada></b>! 1</p>');
});

test('the stack of an error names the line of the source', () => {
  const source = readFileSync(new URL('greeting.tsx', import.meta.url), 'utf8').split('\n');
  const line = source.findIndex((text) => text.includes('throw')) + 1;

  expect(failureOf(failedGreeting).stack).toContain(`greeting.tsx:${line}:9`);
});

function failureOf(failing: () => unknown): Error {
  try {
    failing();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It does not fail.');
}
