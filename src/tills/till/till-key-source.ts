import { In } from 'typeorm';
import type { KeySource } from '../../accounts/api-key/key-source.ts';
import { tillScope } from '../../kernel/api/scope.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { tills } from './till.ts';

export const tillKeySource: KeySource = {
  form: idPattern('till'),
  actsForSubaccounts: false,
  read: async ({ manager }, ids) => {
    const found = await manager.findBy(tills, { id: In([...ids]) });
    return found.map(({ id, accountId, name, merchantId, secretHash, revokedAt }) => ({
      ...{ id, accountId, secretHash },
      isCurrent: () => revokedAt === null && secretHash !== null,
      viewerFor: (account) => ({ account, keyId: id, keyName: name, scopes: [tillScope], till: { merchantId } }),
    }));
  },
  noteUse: 'UPDATE tills SET last_used_at = ? WHERE id = ?',
};
