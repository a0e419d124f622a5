import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { eventTypesOf } from '../../support/events.ts';
import { makeAccount } from '../../support/make.ts';

const app = useApp();
const update =
  'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { id name domain timezone parentId } }';

test('an account updates its subaccount, whose keys see it at once', async () => {
  const parent = await app.client();
  const parentId = parent.owner.account.id;
  const child = await app.client({ parent: parent.owner.account });
  const { id } = child.owner.account;
  await child.graphql('{ viewer { account { name } } }');

  const { data, codes } = await parent.graphql(update, {
    input: { account: id, name: 'North', timezone: 'Asia/Tokyo' },
  });

  expect(codes).toEqual([]);
  expect(data.updateAccount).toEqual({ id, name: 'North', domain: null, timezone: 'Asia/Tokyo', parentId });
  expect((await child.graphql('{ viewer { account { name } } }')).data.viewer.account).toEqual({ name: 'North' });
  expect((await parent.graphql('{ viewer { account { name } } }')).data.viewer.account).toEqual({ name: 'Test' });
  expect(await eventTypesOf(app.database, { accountId: id })).toContain('subaccount_updated');
});

test('an account cannot update its parent, a grandchild or a stranger', async () => {
  const parent = await app.client();
  const child = await app.client({ parent: parent.owner.account });
  const grandchild = await makeAccount(app.database, { parent: child.owner.account });
  const stranger = await makeAccount(app.database);

  for (const [caller, account] of [
    [child, parent.owner.account.id],
    [parent, grandchild.account.id],
    [parent, stranger.account.id],
    [parent, 'acc_0000000000000000'],
    [parent, 'x'],
  ] as const)
    expect((await caller.graphql(update, { input: { account, name: 'Mine' } })).codes).toEqual(['ACCOUNT_NOT_FOUND']);
  expect((await parent.graphql(update, { input: { account: 'x y', name: 'Mine' } })).codes).toEqual(['INVALID_INPUT']);
});
