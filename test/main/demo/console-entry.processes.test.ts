import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Visitor } from '../../pages/visitor.ts';
import { fromOwnPage } from '../../support/make-people.ts';
import { Program } from '../../support/processes.ts';

const password = 'correct horse battery';

test('the demo prints a link that signs its owner in with nothing typed, once, at every start', async () => {
  const first = start({});
  const link = await printedLink(first.program);
  expect(link.hostname).toBe('localhost');
  const visitor = visitorOf(link);

  expect((await visitor.get(link.pathname, { method: 'HEAD' })).status).toBe(204);
  expect((await visitor.get(link.pathname, { headers: { 'Sec-Purpose': 'prefetch' } })).status).toBe(204);
  expect((await visitor.get(link.pathname)).status).toBe(303);
  const me = (await visitor.get('/console/settings/me')).text;
  for (const part of ['owner@bakery.example', 'Owner', 'Demo Bakery']) expect(me).toContain(part);
  expect((await visitorOf(link).get(link.pathname)).status).toBe(410);
  expect(first.program.output.split(link.pathname)).toHaveLength(2);
  await first.program.stop();

  const again = start({ DATA_DIR: first.directory });
  const second = await printedLink(again.program);
  expect((await visitorOf(second).get(second.pathname)).status).toBe(303);
});

test('without a demo, the link makes the first person, and later starts print none', async () => {
  const first = start({ DEMO: 'off' });
  const link = await printedLink(first.program);
  const visitor = visitorOf(link);
  expect((await visitor.get(link.pathname)).text).toContain('Set up the console');
  const set = (fields: object) =>
    visitor.post(link.pathname, { email: 'ada@example.com', name: 'Ada', password, ...fields }, fromOwnPage);

  expect((await set({ email: 'nobody' })).status).toBe(422);
  expect((await set({ password: 'short' })).status).toBe(422);
  expect((await set({})).status).toBe(303);
  const me = (await visitor.get('/console/settings/me')).text;
  for (const part of ['ada@example.com', 'Owner', 'Main account']) expect(me).toContain(part);
  expect((await set({ email: 'eve@example.com' })).status).toBe(410);
  await first.program.stop();

  const { program } = start({ DEMO: 'off', DATA_DIR: first.directory });
  expect(await program.says(/^ +Console +(\S+)$/m)).toMatch(/\/console$/);
});

test.each([
  ['HOST', '0.0.0.0'],
  ['PUBLIC_URL', 'https://coupons.example'],
])('with %s=%s no link is printed, because others may read the log', async (name, value) => {
  const { program } = start({ [name]: value });

  await program.says(/^ +No demo +(.+)$/m);

  expect(program.output).not.toContain('/console/enter/');
});

function start(env: NodeJS.ProcessEnv): { program: Program; directory: string } {
  const directory = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'entry-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return { program: new Program('server.ts', [], { PORT: '0', DATA_DIR: directory, ...env }), directory };
}

async function printedLink(program: Program): Promise<URL> {
  return new URL(await program.says(/^ +Console +(\S+\/console\/enter\/\S+)$/m));
}

/** The program listens on IPv4 alone. */
const visitorOf = ({ port }: URL) => new Visitor(`http://127.0.0.1:${port}`);
