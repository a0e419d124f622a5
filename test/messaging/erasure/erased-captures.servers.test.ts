import { expect, test } from 'vitest';
import { pruningCaptures } from '../../../src/messaging/erasure/erased-captures.ts';
import { capture, listCaptured } from '../../../src/messaging/platform/outbox.ts';
import { useApp } from '../../support/app.ts';
import { makeIntegration } from '../../support/make.ts';
import { send } from '../../support/make-messages.ts';

const app = useApp();

test('a process removes the captured messages of its directory whose addresses were erased elsewhere', async () => {
  const { owner } = await app.client();
  const integration = await makeIntegration(app.database, owner);
  const addresses = ['ada@example.com', 'bob@example.com'];
  const ids = await send(app.database, integration, addresses);
  const { id: accountId } = owner.account;
  for (const [index, id] of ids.entries())
    await capture(app.dataDirectory, 'EMAIL', {
      ...{ channel: 'EMAIL', id, accountId, from: { name: null, address: 'mail@bakery.example' } },
      ...{ to: { name: null, address: addresses[index] ?? '' }, subject: 'Bread', text: '', html: '' },
      unsubscribeUrl: 'https://example.com/u',
    });
  const prune = pruningCaptures(app.dataDirectory);

  expect(await prune(app.database)).toBe(0);
  await app.database.transaction((transaction) =>
    transaction.change(`UPDATE messages SET address = '', address_key = '' WHERE id = ?`, [ids[0] ?? '']),
  );

  expect(await prune(app.database)).toBe(1);
  expect(await prune(app.database)).toBe(0);
  const left = await listCaptured(app.dataDirectory, accountId);
  expect(left.map((name) => name.slice(-20))).toEqual([ids[1]]);
});
