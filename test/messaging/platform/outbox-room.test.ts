import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { capture, listCaptured } from '../../../src/messaging/platform/outbox.ts';
import { sms } from '../../support/platforms.ts';

test('each outbox keeps its newest messages, independently of the others', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [busy, quiet] = ['acc_0000000000000001', 'acc_0000000000000002'];

  for (let round = 0; round < 12; round += 1) {
    for (let count = 0; count < 99; count += 1) await capture(directory, 'SMS', sms({ accountId: busy }));
    await capture(directory, 'SMS', sms({ accountId: quiet }));
  }

  expect((await listCaptured(directory, busy)).length).toBeLessThanOrEqual(1100);
  expect(await listCaptured(directory, quiet)).toHaveLength(12);
});
