import type { CountryCode } from 'libphonenumber-js';
import { absent, column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { countRows, findRows, insertRow, lockRow, rowOf } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now, realNow } from '../../kernel/values/instant.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { newId } from '../../vocabulary/ids.ts';

export type Account = Stored<typeof accounts>;

export const accounts = table({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: column.key(column.text(20)),
    name: column.text(100),
    domain: column.textOrNull(253),
    /** The IANA name of the time zone. New coupons get it by default. */
    timezone: column.text(50),
    /** Directory emails that the account can still send. */
    emailBalance: column.counter,
    parentId: column.textOrNull(20),
    /** The live account of a test account. */
    testOf: column.textOrNull(20),
    createdAt: column.instant,
    /** When the account was closed. Nothing works in a closed account. */
    closedAt: column.instantOrNull,
    /** The account that the caller closed: this account or one above it. */
    closedWith: column.textOrNull(20),
    /** When the removal began. After that, the account cannot be reopened. */
    removalBeganAt: column.instantOrNull,
    /**
     * For how many days messages, successful deliveries and requests are kept. Null: as long as in the rest of the
     * installation.
     */
    messagesKeptDays: column.integerOrNull,
    deliveriesKeptDays: column.integerOrNull,
    requestsKeptDays: column.integerOrNull,
    /** How far the clock of a test account is ahead, in milliseconds. Null for a live account. */
    clockAhead: column.bigNumberOrNull,
    /** When the clock was set, in real time. This lets processes read only the clocks that have changed. */
    clockSetAt: column.instantOrNull,
    /** The time to which the clock is being set forward. Null at other times. */
    clockTarget: column.instantOrNull,
  },
  indices: [
    { name: 'accounts_parent', columns: ['parentId'] },
    { name: 'accounts_created', columns: ['parentId', 'createdAt'] },
    { name: 'accounts_closed', columns: ['closedAt'] },
    { name: 'accounts_closed_with', columns: ['closedWith'] },
    { name: 'accounts_removal', columns: ['removalBeganAt'] },
    { name: 'accounts_test_of', columns: ['testOf'] },
    { name: 'accounts_clock_set', columns: ['clockSetAt'] },
  ],
  foreignKeys: [reference('accounts_parent_fk', 'parentId', 'accounts')],
});

export const accountRow = rowOf(accounts, { missing: 'ACCOUNT_NOT_FOUND' });

/** The maximum number of subaccounts of an account. */
const maxSubaccounts = 1000;

/** A condition for rows with an `account_id`. Subaccounts are closed with their parent, so one check is enough. */
export const ofOpenAccount = 'account_id NOT IN (SELECT z.id FROM accounts z WHERE z.closed_at IS NOT NULL)';

/**
 * Checks the limit. Throws `TOO_MANY_SUBACCOUNTS` or `ACCOUNT_CLOSED`. Also locks the account, so that it cannot gain
 * subaccounts or be closed meanwhile.
 */
export async function requireRoomForSubaccount(transaction: Transaction, accountId: string): Promise<void> {
  const { closedAt } = await lockRow(transaction, accountRow, { id: accountId });
  if (closedAt) throw new Problem('ACCOUNT_CLOSED');
  const count = await countRows(transaction, accounts, { parentId: accountId });
  if (count >= maxSubaccounts) throw new Problem('TOO_MANY_SUBACCOUNTS');
}

export async function timezoneOf(connection: Connection, id: string): Promise<string> {
  const [account] = await findRows(connection, accounts, { id }, { select: ['timezone'] });
  return account?.timezone ?? 'UTC';
}

export async function countryOfAccount(connection: Connection, id: string): Promise<CountryCode | null> {
  const [account] = await findRows(connection, accounts, { id }, { select: ['timezone'] });
  return account ? countryOf(account.timezone) : null;
}

/** Selects the caller's own account by default, or one directly below it. */
export function ownOrBelow(own: Pick<Account, 'id'>, id: string | null | undefined) {
  return id == null || id === own.id ? { id: own.id } : { id, parentId: own.id };
}

export function accountAbove({ parentId, testOf }: Pick<Account, 'parentId' | 'testOf'>): string | null {
  return parentId ?? testOf;
}

interface NewAccount {
  name: string;
  domain?: string | null | undefined;
  timezone?: string | null | undefined;
  parentId?: string | null;
  testOf?: string;
}

export async function addAccount(transaction: Transaction, input: NewAccount): Promise<Account> {
  const account: Account = {
    ...absent(accounts),
    id: newId('account'),
    name: input.name,
    domain: input.domain ?? null,
    timezone: input.timezone ?? 'UTC',
    emailBalance: 0,
    parentId: input.parentId ?? null,
    createdAt: now(),
    ...(input.testOf && { testOf: input.testOf, clockAhead: 0, clockSetAt: realNow() }),
  };
  await insertRow(transaction, accounts, account);
  return account;
}
