import { expect, test } from 'vitest';
import { awaitVerdict } from '../../src/distribution/delivery/await-verdict.ts';
import { useAppWithBackground } from '../support/app.ts';
import { makeIntegration } from '../support/make.ts';
import { messageOf, send } from '../support/make-messages.ts';
import { sent, TestPlatforms } from './test-platforms.ts';

const platforms = new TestPlatforms();
const app = useAppWithBackground({}, { openPlatform: platforms.open });

async function connected() {
  const { owner } = await app.client();
  return { account: owner.account, integration: await makeIntegration(app.database, owner) };
}

test('a message goes out once, and who waits learns of it', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, { outcome: 'SENT', platformId: 'their-1' });

  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  const message = await awaitVerdict(app.database, id, 10_000);

  expect(message).toMatchObject({ status: 'SENT', platformId: 'their-1', failures: 0, claims: 1, dueAt: null });
  expect(platforms.of(account)).toMatchObject([{ id, to: { address: 'ada@example.com' }, subject: 'Bread' }]);
});

test('a group of messages goes out, each once', async () => {
  const { account, integration } = await connected();
  const addresses = Array.from({ length: 300 }, (_, index) => `user${index}@example.com`);

  const ids = await send(app.database, integration, addresses, { urgent: false });
  await expect
    .poll(async () => (await messageOf(app.database, ids.at(-1) ?? '')).status, { timeout: 20_000 })
    .toBe('SENT');

  await expect.poll(() => platforms.of(account).length).toBe(300);
  expect(new Set(platforms.of(account).map(({ id }) => id)).size).toBe(300);
});

test('what is put off waits, with its reason', async () => {
  const { account, integration } = await connected();
  platforms.answer(account, { outcome: 'DEFERRED', reason: 'Too busy.' }, sent);

  const [id = ''] = await send(app.database, integration, ['ada@example.com']);
  await expect.poll(async () => (await messageOf(app.database, id)).failures).toBe(1);

  expect(await messageOf(app.database, id)).toMatchObject({ status: 'QUEUED', reason: 'Too busy.' });
  const waiting = await awaitVerdict(app.database, id, 100);
  expect(waiting.status).toBe('QUEUED');
});
