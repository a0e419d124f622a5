import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { type Chapter, chapterPath, chapters, fileOf } from '../../src/pages/guide/guide-chapters.ts';
import { guidePages } from '../../src/pages/guide/guide-pages.tsx';
import { renderGuide } from '../../src/pages/guide/guide-text.ts';

const server = express().use(guidePages('http://127.0.0.1')).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const pageAt = async (path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, html: await response.text() };
};
const names = [...chapters.keys()];

test('every guide of the repository is a page, and every page is a file', () => {
  const files = globSync('docs/**/*.md').map((file) => file.replaceAll('\\', '/'));
  expect(new Set([...chapters.values()].map(({ file }) => file))).toEqual(new Set([...files, 'README.md']));
  for (const chapter of chapters.values()) expect(existsSync(fileOf(chapter)), chapter.file).toBe(true);
});

test.for(names)('the links of /guide/%s lead to pages and to their headings', async (name) => {
  const { status, html } = await pageAt(`/guide/${name}`);
  expect(status).toBe(200);

  const links = [...html.matchAll(/ href="(\/guide[^"]*|#[^"]+)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) {
    const [path, anchor] = link.split('#');
    const page = path ? await pageAt(path) : { status, html };
    expect([link, page.status]).toEqual([link, 200]);
    if (anchor) expect(page.html, link).toContain(` id="${anchor}"`);
  }
});

test.for(names)('/guide/%s has one heading, no script and no style', async (name) => {
  const { html } = await pageAt(`/guide/${name}`);

  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|<style| style=| on\w+="/);
});

test('tables, code and relative links are rendered', async () => {
  const chapter = chapters.get('people') as Chapter;
  const markdown =
    '# A `b`\n\n## One & two\n\n## One & two\n\n| a | b |\n| - | - |\n| 1 | <b> |\n\n```sh\nx < y\n```\n\n[s](sending.md#groups) [t](../test/x.ts) [w](https://example.com)';

  const { html, sections } = await renderGuide(markdown, chapter);

  expect(html).toContain('<h1 id="a-b">A <code>b</code></h1>');
  expect(sections).toEqual([
    { id: 'one--two', title: 'One & two' },
    { id: 'one--two-1', title: 'One & two' },
  ]);
  expect(html).toMatch(/<table>[\s\S]*&lt;b&gt;[\s\S]*<\/table><\/div>/);
  expect(html).toContain('<code>x &lt; y</code>');
  expect(html).toContain('<a href="/guide/sending#groups">s</a> t <a href="https://example.com">w</a>');
});

test.for([
  'nothing',
  '..%2F..%2Fpackage.json',
  'pictures/..%2F..%2F..%2Fpackage.json',
  'pictures/none.webp',
  'people.md',
])('there is no guide %s', async (name) => {
  expect((await pageAt(`/guide/${name}`)).status).toBe(404);
});

test('the navigation marks the current guide', async () => {
  const [chapter] = [...chapters.values()].filter(({ name }) => name === 'webhooks') as [Chapter];
  expect((await pageAt(chapterPath(chapter))).html).toContain(`href="${chapterPath(chapter)}" aria-current="page"`);
});
