import { apiKeySource } from '../../accounts/api-key/api-key.ts';
import { KeyAuthenticator } from '../../accounts/api-key/authenticator.ts';
import type { Authenticator, Viewer } from '../../api/viewer.ts';
import type { Database } from '../../kernel/database/database.ts';
import { tillKeySource } from '../../tills/till/till-key-source.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { PersonAuthenticator } from './person-authenticator.ts';

const personId = idPattern('person');

/** Authenticates API keys, and people who are signed in. */
export class CallerAuthenticator extends KeyAuthenticator implements Authenticator {
  readonly #people: PersonAuthenticator;

  constructor(database: Database) {
    super(database, [apiKeySource, tillKeySource]);
    this.#people = new PersonAuthenticator(database);
  }

  findSignedIn(token: string, accountId?: string): Promise<Viewer | null> {
    return this.#people.findSignedIn(token, accountId);
  }

  override async recall(id: string, accountId?: string): Promise<Viewer | null> {
    if (!personId.test(id)) return super.recall(id, accountId);
    return accountId ? this.#people.recall(id, accountId) : null;
  }

  override watch(viewer: Viewer, lost: () => void): () => void {
    return viewer.person ? this.#people.watch(viewer, lost) : super.watch(viewer, lost);
  }
}
