import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, test } from 'vitest';
import { openDemo } from '../../src/main/demo/demo.ts';
import { schema } from '../../src/main/registries/schema.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { serveOpenApi } from '../../src/rest/openapi/openapi-document.ts';
import type { DocumentedOperation } from '../rest/openapi-document.ts';
import { useApp } from '../support/app.ts';

const app = useApp();

test('the examples of the reference work on the demo: every GET of /v4, and every row of contact groups', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
  const demo = await openDemo(app.services, directory);
  await rm(directory, { recursive: true });
  const known = [demo.session, demo.coupon, ...(demo.ids ?? [])];
  const server = express()
    .get('/', serveOpenApi({ rows, schema, publicUrl: app.url }, known))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const document = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, DocumentedOperation>> };
  server.close();

  const gets = Object.entries(paths).flatMap(([path, { get }]) =>
    get && path.startsWith('/v4') ? [{ path, get }] : [],
  );
  expect(gets.length).toBeGreaterThan(5);
  for (const { path, get } of gets) {
    const examples = new Map(get.parameters.map(({ name, example }) => [name, example]));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(examples.get(name)));
    const { status } = await fetch(app.url + filled, {
      headers: { Authorization: `Bearer ${demo.id}:${demo.secret}` },
    });
    expect([filled, status]).toEqual([filled, 200]);
  }

  const posts = Object.entries(paths).filter(([path]) => /^\/v3\/(sms|email)tool\//.test(path));
  expect(posts).toHaveLength(8);
  for (const [path, { post }] of posts) {
    const fields = Object.values(post?.requestBody?.content['application/json']?.examples ?? {}).map(
      ({ value }) => value,
    );
    for (const body of fields) {
      const headers = { Authorization: `Bearer ${demo.id}:${demo.secret}`, 'Content-Type': 'application/json' };
      const response = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect([path, body, response.status]).toEqual([path, body, 200]);
    }
  }
});
