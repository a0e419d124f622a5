import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/messaging/platform/platform.ts';
import { useAppWithBackground } from '../../support/app.ts';
import { jump } from '../../support/clocks.ts';
import { makeIntegration } from '../../support/make.ts';
import { messageOf, send, statusesOf } from '../../support/make-messages.ts';
import { sent, TestPlatforms } from '../test-platforms.ts';

const platforms = new TestPlatforms();
platforms.parallel = 1;
const app = useAppWithBackground({}, { openPlatform: platforms.open });

test('a process that was frozen does not hand over a message that was retried in the meantime', async () => {
  const client = await app.client();
  const { account } = client.owner;
  const integration = await makeIntegration(app.database, client.owner);
  const late = Promise.withResolvers<Verdict>();
  platforms.answer(account, () => late.promise, sent);
  const ids = await send(app.database, integration, ['ada@example.com', 'bob@example.com', 'eve@example.com']);
  await expect.poll(() => statusesOf(app.database, integration)).toEqual({ SENDING: 3 });
  await expect.poll(() => platforms.of(account).length).toBe(1);

  jump(130_000);
  await expect.poll(() => statusesOf(app.database, integration)).toEqual({ UNKNOWN: 3 });
  const again = ids[1] ?? '';
  await client.graphql('mutation ($id: ID!) { retryMessage(input: { id: $id }) { id } }', { id: again });
  await expect.poll(async () => (await messageOf(app.database, again)).status).toBe('SENDING');
  late.resolve(sent);

  await expect.poll(() => statusesOf(app.database, integration)).toEqual({ SENT: 3 });
  expect(
    platforms
      .of(account)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort());
});
