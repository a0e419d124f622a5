import { expect, test } from 'vitest';
import { daysAgo } from '../../../src/kernel/values/instant.ts';
import { noteReceipt } from '../../../src/messaging/message/coupon-receipt.ts';
import { pruningMessages } from '../../../src/messaging/message/message-retention.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { makeIntegration } from '../../support/make.ts';
import { change, messageOf, send } from '../../support/make-messages.ts';

const app = useAppWithDatabaseOfItsOwn();

test('old messages are removed with their contents, unless they wait or delivered a coupon', async () => {
  const { owner } = await app.client();
  const integration = await makeIntegration(app.database, owner);
  const make = async (body: string) => (await send(app.database, integration, ['ada@example.com'], { body }))[0] ?? '';
  const [old, sameAsNew, waiting, brought] = [
    await make('Old'),
    await make('Same'),
    await make('Waits'),
    await make('Brought'),
  ];
  const fresh = [await make('Same'), await make('New')];
  for (const id of [old, sameAsNew, waiting, brought]) await change(app.database, id, { createdAt: daysAgo(401) });
  for (const id of [old, sameAsNew, brought]) await change(app.database, id, { status: 'SENT', dueAt: null });
  const { campaignId: couponId } = await messageOf(app.database, brought);
  await app.database.transaction((transaction) =>
    noteReceipt(transaction, { couponId, address: 'ada@example.com', messageId: brought }),
  );

  const prune = pruningMessages(400);
  expect(await prune(app.database)).toBe(4);
  expect(await prune(app.database)).toBe(0);

  const left = await app.database.rows<{ id: string }>('SELECT m.id AS id FROM messages m ORDER BY m.number');
  expect(left.map(({ id }) => id)).toEqual([waiting, brought, ...fresh]);
  const contents = await app.database.rows<{ body: string }>('SELECT body FROM message_contents ORDER BY body');
  expect(contents.map(({ body }) => body)).toEqual(['Brought', 'New', 'Same', 'Waits']);
});
