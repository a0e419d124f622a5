import { expect, test } from 'vitest';
import { onClockOf } from '../../../src/accounts/account/account-clock.ts';
import { callingAccount } from '../../../src/kernel/values/event-loop.ts';
import { useApp } from '../../support/app.ts';

const app = useApp();

test('what the pages of a subaccount read and sign counts for the root account, whose share many subaccounts do not multiply', async () => {
  const { owner: root } = await app.client();
  const { owner: child } = await app.client({ parent: root.account });
  const { owner: grandchild } = await app.client({ parent: child.account });

  const callers = [root, child, grandchild].map(({ account }) =>
    onClockOf(app.database, account.id, async () => callingAccount()),
  );

  expect(await Promise.all(callers)).toEqual(Array(3).fill(root.account.id));
});
