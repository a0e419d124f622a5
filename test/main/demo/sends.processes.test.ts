import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DemoKey } from '../../../src/main/demo/opening.ts';
import { startServer } from '../../support/processes.ts';

test('the outbox of the demo shows what the demo sends', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
  const { program, url } = await startServer(`sqlite:${path.join(directory, 'campaigns.sqlite')}`, {
    DATA_DIR: directory,
    DEMO: 'on',
  });
  onTestFinished(async () => {
    await program.stop();
    await rm(directory, { recursive: true });
  });
  const demo = JSON.parse(await readFile(path.join(directory, 'demo-key.json'), 'utf8')) as DemoKey;
  const headers = { Authorization: `Basic ${btoa(`${demo.id}:${demo.secret}`)}` };
  const send = async (name: string, fields: Record<string, string>) => {
    const response = await fetch(url + name, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return response.json();
  };
  const ada = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Lovelace' };

  const sent = await send('/v3/send/email', { campaign: demo.coupon, ...ada });
  const sms = await send('/v3/send/sms', { campaign: demo.coupon, phone: '+493012345678' });
  expect([sent, sms]).toMatchObject([
    { status: { status: 'OK' }, action: 'email_sent' },
    { status: { status: 'OK' }, action: 'sms_sent' },
  ]);

  const list = await (await fetch(`${url}/outbox`, { headers })).text();
  expect(list).toContain('A coffee on the house, Ada');
  expect(list).toContain('SMS to +493012345678');
  const [, mail = ''] = new RegExp(`href="(/outbox/[^"]*${sent.message_id}[^"]*)"`).exec(list) ?? [];
  const page = await (await fetch(url + mail, { headers })).text();
  expect(page).toContain('Hello Ada Lovelace,');
  expect(page).toContain(`/${sent.single_use_code}`);
});
