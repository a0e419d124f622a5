import type { Database } from '../../kernel/database/database.ts';
import { now } from '../../kernel/values/instant.ts';
import type { Directory } from '../directory/directory.ts';
import { type DirectoryUser, findUser } from '../user/user.ts';
import { beginSignIn } from './sign-in.ts';
import { hashToken, type SingleSignOn } from './single-sign-on.ts';

/** What comes of following a link that signs in. */
export type SignOnOutcome =
  | { token: string }
  | { refused: 'UNKNOWN' | 'USED' | 'EXPIRED' }
  | { refused: 'BLOCKED'; user: DirectoryUser };

/**
 * Signs the member in whose token it is. One conditional UPDATE decides who is the first; of a member who is blocked the
 * token stays unused.
 */
export function signOn(database: Database, directory: Directory, token: string): Promise<SignOnOutcome> {
  const tokenHash = hashToken(token);
  return database.transaction(async (transaction) => {
    const [known] = await transaction.rows<Pick<SingleSignOn, 'userId'>>(
      'SELECT user_id AS userId FROM single_sign_ons WHERE token_hash = ? AND directory_id = ?',
      [tokenHash, directory.id],
    );
    const user = known ? await findUser(transaction, directory, known.userId, 'hold') : null;
    if (!user) return { refused: 'UNKNOWN' };
    if (user.blockedAt) return { refused: 'BLOCKED', user };
    const first = await transaction.change(
      'UPDATE single_sign_ons SET used_at = ? WHERE token_hash = ? AND used_at IS NULL AND expires_at > ?',
      [now(), tokenHash, now()],
    );
    if (first > 0) return { token: await beginSignIn(transaction, user, 'sso') };
    const [used] = await transaction.rows(
      'SELECT 1 FROM single_sign_ons WHERE token_hash = ? AND used_at IS NOT NULL',
      [tokenHash],
    );
    return { refused: used ? 'USED' : 'EXPIRED' };
  });
}
