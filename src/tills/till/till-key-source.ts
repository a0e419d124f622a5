import type { KeySource } from '../../accounts/api-key/api-key.ts';
import { tillScope } from '../../api/scope.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { tills } from './till.ts';

export const tillKeySource: KeySource = {
  form: idPattern('till'),
  actsForSubaccounts: false,
  read: async (database, ids) => {
    const found = await findRows(database, tills, { id: [...ids] });
    return found.map(({ id, accountId, name, locationId, secretHash, revokedAt }) => ({
      ...{ id, accountId, secretHash, isRevoked: revokedAt !== null || secretHash === null, expiresAt: null },
      viewer: { keyId: id, keyName: name, scopes: [tillScope], till: { locationId } },
    }));
  },
  noteUse: async (transaction, id) => void (await updateRows(transaction, tills, { id }, { lastUsedAt: realNow() })),
};
