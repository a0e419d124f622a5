import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { parse, validate, visit } from 'graphql';
import { afterAll, expect, test } from 'vitest';
import { graphiqlPage } from '../../src/graphql/graphiql-page.ts';
import { graphiqlOptions } from '../../src/main/demo/graphiql-examples.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { docsPage } from '../../src/pages/docs-page.ts';
import { guidePages } from '../../src/pages/guide/guide-pages.tsx';
import { homePage } from '../../src/pages/home-page.tsx';

const demo = {
  id: 'key_0a1b2c3d4e5f6g7h',
  secret: 'not-a-real-secret',
  session: '0a1b2c3d4e5f6g7h8i9j0',
  coupon: 'cam_0a1b2c3d4e5f',
  publicPage: 'b4k3ry01',
  ids: [],
  guide: { code: 'c1tygu1d', email: 'ada@example.com', password: 'not-a-real-password' },
};
const app = express();
app.use(homePage('http://127.0.0.1', { isDemo: false }));
app.use(guidePages('http://127.0.0.1'));
app.get(
  '/graphql',
  graphiqlPage(graphiqlOptions(demo), graphiqlOptions(null)),
  (_, response) => void response.json({ from: 'GraphQL' }),
);
app.use(docsPage(demo));
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = asBrowser) => fetch(url + path, { headers });
const pages = ['/', '/docs', '/graphql', '/guide', '/guide/sending'];

test.each([
  ['de-AT,en;q=0.5', 'de', 'Konsole öffnen'],
  ['fr', 'en', 'Open the console'],
])('for a browser that asks for %s, the home page is in %s', async (asked, language, button) => {
  const text = await (await get('/', { ...asBrowser, 'Accept-Language': asked })).text();

  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(button);
});

test.for(pages)('the security policy of %s allows no other origin', async (path) => {
  const response = await get(path);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test.for(['/', '/docs', '/guide'])('%s refers to no other origin', async (path) => {
  expect(await (await get(path)).text()).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test('the service serves all files of the reference', async () => {
  const html = await (await get('/docs')).text();
  const files = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, file]) => file ?? '');
  expect(files).toHaveLength(3);
  for (const file of files) expect((await get(file)).status, file).toBe(200);
  const [style] = files;
  expect((await get(style ?? '')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('the reference serves no other file of the viewer', async () => {
  const html = await (await get('/docs')).text();
  const directory = /\/docs\/[\d.]+\//.exec(html)?.[0];
  expect((await get(`${directory}index.html`)).status).toBe(404);
});

test('the reference and GraphiQL contain the demo key', async () => {
  expect(await (await get('/docs')).text()).toContain(`data-key-secret="${demo.secret}"`);
  expect(await (await get('/graphql')).text()).toContain(demo.secret);
});

test('without the demo, GraphiQL shows where to enter the key', () => {
  const { headers, query } = graphiqlOptions(null);
  expect(headers).toBeUndefined();
  expect(query).toContain('X-Client-Secret');
});

test.each(graphiqlOptions(demo).defaultTabs ?? [])(
  'the example $query of GraphiQL asks for no more than it can show',
  ({ query }) => {
    const document = parse(query ?? '');

    expect(validate(schema, document)).toEqual([]);
    visit(document, {
      Field({ name, arguments: given = [] }) {
        // A subscription that begins in the past sends all that has happened since, which freezes the page.
        if (name.value === 'webhookEvents') expect(given.map((argument) => argument.name.value)).not.toContain('after');
      },
    });
  },
);

test('the address of GraphiQL also serves GraphQL to programs', async () => {
  for (const accept of ['*/*', 'application/json', 'application/graphql-response+json', 'text/event-stream']) {
    expect(await (await get('/graphql', { Accept: accept })).json(), accept).toEqual({ from: 'GraphQL' });
  }
});

test('GraphiQL is sent compressed, and with 304 while it is unchanged', async () => {
  const first = await get('/graphql');
  expect(first.headers.get('content-encoding')).toBe('gzip');
  expect(Number(first.headers.get('content-length'))).toBeLessThan(3_000_000);
  const known = { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
  const again = await get('/graphql', { ...asBrowser, ...known });
  expect(again.status).toBe(304);
  const plain = await get('/graphql', { ...asBrowser, 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toContain('.graphiql-tab { transform: none !important }');
});
