import { In } from 'typeorm';
import type { Scope } from '../../kernel/api/scope.ts';
import type { Viewer } from '../../kernel/api/viewer.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { apiKeys } from './api-key.ts';

export interface KnownKey {
  id: string;
  accountId: string;
  secretHash: string | null;
  isCurrent: () => boolean;
  viewerFor: (account: Viewer['account']) => Viewer;
}

export interface KeySource {
  /** The form of the ids. No id has the form of two kinds. */
  form: RegExp;
  actsForSubaccounts: boolean;
  read: (connection: Connection, ids: readonly string[]) => Promise<KnownKey[]>;
  /** The statement that stores the time of the last use, with the time and the id as values. */
  noteUse: string;
}

export const apiKeySource: KeySource = {
  form: idPattern('apiKey'),
  actsForSubaccounts: true,
  read: async ({ manager }, ids) => {
    const found = await manager.findBy(apiKeys, { id: In([...ids]) });
    return found.map(({ id, accountId, name, secretHash, scopeList, revokedAt, expiresAt }) => ({
      ...{ id, accountId, secretHash },
      isCurrent: () => revokedAt === null && (expiresAt === null || expiresAt > realNow()),
      viewerFor: (account) => ({ account, keyId: id, keyName: name, scopes: scopeList.split(',') as Scope[] }),
    }));
  },
  noteUse: 'UPDATE api_keys SET last_used_at = ? WHERE id = ?',
};
