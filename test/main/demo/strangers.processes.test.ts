import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/databases/kept-server.ts';
import { Program } from '../../support/processes.ts';

test.each([
  ['HOST', '0.0.0.0'],
  ['PUBLIC_URL', 'https://coupons.example'],
])('with %s=%s no demo begins by itself', async (name, value) => {
  const { program, directory } = start({ [name]: value });

  await program.says(/^ +No demo +(HOST or PUBLIC_URL .+)$/m);

  expect(program.output).not.toContain('Demo key');
  expect(existsSync(join(directory, 'demo-key.json'))).toBe(false);
});

test('a demo of an earlier start is not shown after HOST was opened', async () => {
  const first = start({});
  const key = await first.program.says(/^ +Demo key +(\S+)$/m);
  await first.program.stop();
  const { program } = start({ HOST: '0.0.0.0', DATA_DIR: first.directory });
  const port = await program.says(/^Campaign service at http:\S+:(\d+)$/m);

  for (const page of await pagesOf(`127.0.0.1:${port}`)) expect(page).not.toContain(key.split(':')[1]);
  expect(program.output).not.toContain(key);
});

test('with DEMO=on, the pages show the key to this machine and to nobody else', async () => {
  const { program } = start({ HOST: '0.0.0.0', DEMO: 'on' });
  const port = await program.says(/^Campaign service at http:\S+:(\d+)$/m);
  const [, secret] = (await program.says(/^ +Demo key +(\S+)$/m)).split(':');
  const own = `127.0.0.1:${port}`;

  for (const page of await pagesOf(own)) expect(page).toContain(secret);
  for (const page of await pagesOf(own, { Host: `localhost:${port}` })) expect(page).toContain(secret);
  const others = [
    ...(await pagesOf(own, { Host: 'rebound.example' })),
    ...(await pagesOf(own, { 'X-Forwarded-For': '203.0.113.7' })),
    ...(await pagesOf(own, { Via: '1.1 proxy' })),
  ];
  for (const address of addressesInTheNetwork())
    others.push(...(await pagesOf(`${address}:${port}`)), ...(await pagesOf(`${address}:${port}`, { Host: own })));
  for (const page of others) expect(page).not.toContain(secret);
});

test('with a public address, the key is on no page, because a proxy on this machine may look like the machine', async () => {
  const port = await freePort();
  const { program } = start({ PUBLIC_URL: 'https://coupons.example', DEMO: 'on', PORT: String(port) });
  const [, secret] = (await program.says(/^ +Demo key +(\S+)$/m)).split(':');

  for (const page of await pagesOf(`127.0.0.1:${port}`)) expect(page).not.toContain(secret);
});

function start(env: NodeJS.ProcessEnv): { program: Program; directory: string } {
  const directory = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'demo-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const program = new Program('server.ts', [], { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', ...env });
  return { program, directory };
}

/** The pages that can contain the key. */
async function pagesOf(host: string, headers: Record<string, string> = {}): Promise<string[]> {
  return [await pageAt(`http://${host}/docs`, headers), await pageAt(`http://${host}/graphql`, headers)];
}

/** Unlike `fetch`, this sends any `Host`. */
async function pageAt(url: string, headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(url, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity', ...headers } });
  sent.on('response', (response) => resolve(text(response))).on('error', reject);
  sent.end();
  return promise;
}

function addressesInTheNetwork(): string[] {
  const found = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return found.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address);
}
