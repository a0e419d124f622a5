import type { KeySource } from '../../accounts/api-key/key-source.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { tills } from './till.ts';

/** The keys of paired devices: the id of the till, and the secret that the device got. */
export const tillKeySource: KeySource = {
  form: idPattern('till'),
  actsForSubaccounts: false,
  read: async (database, ids) => {
    const found = await findRows(database, tills, { id: [...ids] });
    return found.map(({ id, accountId, name, merchantId, secretHash, revokedAt }) => ({
      ...{ id, accountId, secretHash },
      isCurrent: () => revokedAt === null && secretHash !== null,
      viewerFor: (account) => ({ account, keyId: id, keyName: name, scopes: [tillScope], till: { merchantId } }),
    }));
  },
  noteUse: async (transaction, id) => void (await updateRows(transaction, tills, { id }, { lastUsedAt: realNow() })),
};
