import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../../support/client.ts';
import { Program } from '../../support/processes.ts';

test('the demo connects all channels to the outbox, and the greeting says so', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'demo-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const program = new Program('server.ts', [], { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' });
  const key = await program.says(/^ +Demo key +(\S+)$/m);
  const outbox = await program.says(/^ +Outbox +(\S+)$/m);
  const [keyId = '', secret = ''] = key.split(':');
  const client = new Client(outbox.replace('/outbox', ''), { account: undefined as never, keyId, secret });

  const { data } = await client.graphql('{ integrations { edges { node { id channel provider } } } }');
  const connected = data.integrations.edges.map(({ node }: { node: { channel: string } }) => node);
  expect(connected.map(({ channel }: { channel: string }) => channel).sort()).toEqual([
    'APPLE_WALLET',
    'EMAIL',
    'EMAIL_SERVICE',
    'GOOGLE_WALLET',
    'SMS',
    'SMS_SERVICE',
  ]);
  expect(connected.every(({ provider }: { provider: string }) => provider === 'CAPTURE')).toBe(true);
  const { id } = connected.find(({ channel }: { channel: string }) => channel === 'EMAIL');
  const tried = `mutation { done: testIntegration(input: { id: "${id}", to: "ada@example.com" }) { ok } }`;
  expect((await client.graphql(tried)).data.done).toEqual({ ok: true });

  const page = await fetch(outbox, { headers: { Authorization: `Basic ${Buffer.from(key).toString('base64')}` } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('EMAIL to ada@example.com');
  expect((await program.stop()).code).toBe(0);
});
