import { EntitySchema } from 'typeorm';
import { instant, reference, text, textOrNull } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { rowOf } from '../../kernel/database/single-row.ts';
import { newId } from '../../kernel/values/ids.ts';
import { type Instant, now } from '../../kernel/values/instant.ts';

/** A customer of the service. An account can access only its own data. */
export class Account {
  id!: string;
  name!: string;
  /** The internet domain that default sender addresses use. */
  domain!: string | null;
  /** IANA name. The default time zone of new coupons. */
  timezone!: string;
  /** The number of directory emails that the account can still send. */
  emailBalance!: number;
  /** The parent account, whose keys may act for this one. */
  parentId!: string | null;
  createdAt!: Instant;
}

export const accounts = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'accounts',
  target: Account,
  columns: {
    id: { ...text(20), primary: true },
    name: text(100),
    domain: textOrNull(253),
    timezone: text(50),
    emailBalance: { type: 'integer', default: 0 },
    parentId: textOrNull(20),
    createdAt: instant,
  },
  indices: [{ name: 'accounts_parent', columns: ['parentId'] }],
  foreignKeys: [reference('accounts_parent_fk', 'parentId', 'accounts')],
});

export const accountRow = rowOf(accounts, { missing: 'ACCOUNT_NOT_FOUND' });

interface NewAccount {
  name: string;
  domain?: string | null | undefined;
  timezone?: string | null | undefined;
  parentId?: string | null;
}

export async function addAccount(transaction: Transaction, input: NewAccount): Promise<Account> {
  const account = Object.assign(new Account(), {
    id: newId('account'),
    name: input.name,
    domain: input.domain ?? null,
    timezone: input.timezone ?? 'UTC',
    emailBalance: 0,
    parentId: input.parentId ?? null,
    createdAt: now(),
  });
  await transaction.manager.insert(accounts, account);
  return account;
}
