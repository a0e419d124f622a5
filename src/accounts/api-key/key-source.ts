import type { Scope } from '../../api/scope.ts';
import type { Viewer } from '../../api/viewer.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { apiKeys } from './api-key.ts';

export interface KnownKey {
  id: string;
  accountId: string;
  /** Null while nobody has the secret. */
  secretHash: string | null;
  isCurrent: () => boolean;
  viewerFor: (account: Viewer['account']) => Viewer;
}

export interface KeySource {
  /** The form of the ids. No id has the form of two kinds. */
  form: RegExp;
  actsForSubaccounts: boolean;
  read: (connection: Connection, ids: readonly string[]) => Promise<KnownKey[]>;
  /** Stores the time of the last use. */
  noteUse: (transaction: Transaction, id: string) => Promise<void>;
}

export const apiKeySource: KeySource = {
  form: idPattern('apiKey'),
  actsForSubaccounts: true,
  read: async (database, ids) => {
    const found = await findRows(database, apiKeys, { id: [...ids] });
    return found.map(({ id, accountId, name, secretHash, scopeList, revokedAt, expiresAt }) => ({
      ...{ id, accountId, secretHash },
      isCurrent: () => revokedAt === null && (expiresAt === null || expiresAt > realNow()),
      viewerFor: (account) => ({ account, keyId: id, keyName: name, scopes: scopeList.split(',') as Scope[] }),
    }));
  },
  noteUse: async (transaction, id) => void (await updateRows(transaction, apiKeys, { id }, { lastUsedAt: realNow() })),
};
