import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/databases/kept-server.ts';
import { Visitor } from '../../pages/visitor.ts';
import { fromOwnPage } from '../../support/make-people.ts';
import { Program } from '../../support/processes.ts';

const button = 'Open the demo';

test('one click on the home page signs the owner of the demo in, on this machine and from this page alone', async () => {
  const port = await start({ HOST: '0.0.0.0', DEMO: 'on' });
  const visitor = new Visitor(`http://127.0.0.1:${port}`);
  expect((await visitor.get('/')).text).toContain(button);

  expect((await visitor.post('/demo', {})).status).toBe(403);
  expect((await visitor.post('/demo', {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await visitor.post('/demo', {}, { ...fromOwnPage, Via: '1.1 proxy' })).status).toBe(404);
  expect((await visitor.get('/', { headers: { Via: '1.1 proxy' } })).text).not.toContain(button);
  const entry = await visitor.post('/demo', {}, fromOwnPage);
  expect([entry.status, entry.location]).toEqual([303, expect.stringContaining('/console/enter/')]);
  expect((await visitor.get(entry.location ?? '')).status).toBe(303);
  expect((await visitor.get('/console')).text).toContain('owner@bakery.example');

  expect((await visitor.post('/demo', {}, fromOwnPage)).location).toBe('/console');
});

test.each([
  ['a public address', { PUBLIC_URL: 'https://coupons.example', DEMO: 'on' }],
  ['no demo', { DEMO: 'off' }],
])('with %s, the home page leads to the sign-in', async (_, env) => {
  const port = await start(env);
  const visitor = new Visitor(`http://127.0.0.1:${port}`);

  const { text } = await visitor.get('/');
  expect(text).not.toContain(button);
  expect(text).toContain('href="/console"');
  expect((await visitor.post('/demo', {}, fromOwnPage)).status).toBe(404);
});

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const port = String(await freePort());
  const program = new Program('server.ts', [], { PORT: port, DATA_DIR: directory, LOG_LEVEL: 'error', ...env });
  await program.says(/^Campaign service at (\S+)$/m);
  return port;
}
