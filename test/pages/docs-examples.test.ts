import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, test } from 'vitest';
import { openDemo } from '../../src/demo/demo.ts';
import { serveOpenApi } from '../../src/rest/openapi.ts';
import { rows } from '../../src/rest/rows.ts';
import { schema } from '../../src/schema.ts';
import type { DocumentedOperation } from '../rest/openapi-document.ts';
import { useApp } from '../support/app.ts';

const app = useApp();

test('what the reference proposes on the demo can be tried: every GET answers', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
  const demo = await openDemo(app.database, directory);
  await rm(directory, { recursive: true });
  const known = [demo.session, demo.coupon, ...(demo.ids ?? [])];
  const server = express()
    .get('/', serveOpenApi({ rows, schema, publicUrl: app.url }, known))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const document = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { paths } = (await document.json()) as { paths: Record<string, Record<string, DocumentedOperation>> };
  server.close();

  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  expect(gets.length).toBeGreaterThan(5);
  for (const { path, get } of gets) {
    const examples = new Map(get.parameters.map(({ name, example }) => [name, example]));
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(examples.get(name)));
    const { status } = await fetch(app.url + filled, {
      headers: { Authorization: `Bearer ${demo.id}:${demo.secret}` },
    });
    expect([filled, status]).toEqual([filled, 200]);
  }
});
