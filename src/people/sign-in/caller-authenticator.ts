import { apiKeySource } from '../../accounts/api-key/api-key.ts';
import { KeyAuthenticator } from '../../accounts/api-key/authenticator.ts';
import type { Authenticator } from '../../api/viewer.ts';
import type { Database } from '../../kernel/database/database.ts';
import { tillKeySource } from '../../tills/till/till-key-source.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { PersonAuthenticator } from './person-authenticator.ts';

const personId = idPattern('person');

export function callerAuthenticator(database: Database): Authenticator {
  const keys = new KeyAuthenticator(database, [apiKeySource, tillKeySource]);
  const people = new PersonAuthenticator(database);
  return {
    authenticate: (credentials, address) => keys.authenticate(credentials, address),
    noteGuess: (address) => keys.noteGuess(address),
    findSignedIn: (token, accountId) => people.findSignedIn(token, accountId),
    recall: async (id, accountId) => {
      if (!personId.test(id)) return keys.recall(id, accountId);
      return accountId ? people.recall(id, accountId) : null;
    },
    forget: (keyId) => keys.forget(keyId),
    forgetAccount: (accountId) => keys.forgetAccount(accountId),
    watch: (viewer, lost) => (viewer.person ? people.watch(viewer, lost) : keys.watch(viewer, lost)),
  };
}
