import { batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { hasRow, lockRow } from '../../kernel/database/rows.ts';
import { ExtensionPoint } from '../../kernel/extension-point.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Account, accountRow, accounts, addAccount } from '../account/account.ts';

type Prepare = (transaction: Transaction, secrets: Secrets, accountId: string) => Promise<void>;

/** Functions that run in the transaction that creates a test account. */
export const testAccountPreparations = new ExtensionPoint<Prepare>('testAccountPreparations');

export const findTestAccount = batchedRow(accounts, 'testOf');

const longestName = 100;

/**
 * Adds a test account. Locks the live account. Throws `ACCOUNT_CLOSED`, `TEST_ACCOUNT_EXISTS` or `NOT_IN_TEST_ACCOUNT`.
 */
export async function addTestAccount(
  transaction: Transaction,
  secrets: Secrets,
  { liveId, name }: { liveId: string; name?: string | null | undefined },
): Promise<Account> {
  const live = await lockRow(transaction, accountRow, { id: liveId });
  if (live.testOf !== null) throw new Problem('NOT_IN_TEST_ACCOUNT', 'A test account has no test account.');
  if (live.closedAt) throw new Problem('ACCOUNT_CLOSED');
  if (await hasRow(transaction, accounts, { testOf: liveId })) throw new Problem('TEST_ACCOUNT_EXISTS');
  const { domain, timezone } = live;
  const account = await addAccount(transaction, {
    name: name ?? nameBeside(live.name),
    domain,
    timezone,
    testOf: liveId,
  });
  for (const prepare of testAccountPreparations.extensions) await prepare(transaction, secrets, account.id);
  transaction.signal('clocks');
  return account;
}

function nameBeside(name: string): string {
  const ending = ' (test)';
  return name.slice(0, longestName - ending.length).toWellFormed() + ending;
}
