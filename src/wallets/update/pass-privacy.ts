import type { Connection } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import { personalNoun } from '../../personal-data/personal-noun.ts';
import { nextTokens } from '../../personal-data/personal-token.ts';
import { notifyOfPassChanges } from '../notification/pass-notifications.ts';
import { markPasses, type WalletPass, walletPasses } from '../pass/pass.ts';

/**
 * The beginning of the search keys for passes of members, which follow those of sessions. No session code contains
 * a space.
 */
const byMember = 'member ';

/** The passes of a person. Each fetch builds the pass from its session or user, so an erasure notifies the phones. */
export const personalPasses = personalNoun<WalletPass>({
  name: 'walletPasses',
  next: async (connection, person, after) => {
    const kind = after?.startsWith(byMember) ? 'MEMBER' : 'SESSION';
    const last = after?.replace(byMember, '') ?? null;
    const tokens = await nextTokens(connection, person, kind, last);
    const rows = tokens.values.length > 0 ? await passesOf(connection, kind, tokens.values) : [];
    if (kind === 'SESSION') return { rows, after: tokens.after ?? byMember };
    return { rows, after: tokens.after && byMember + tokens.after };
  },
  tokensOf: (passes) => passes.map(({ id }) => ({ kind: 'ID', value: id })),
  exported: (passes) =>
    passes.map(({ id, campaignId, session, userId, platform, message, createdAt, savedAt, removedAt }) => ({
      ...{ id, campaignId, session, userId, platform, message, createdAt, savedAt, removedAt },
    })),
  erase: async (transaction, _person, passes) => {
    const ids = passes.map(({ id }) => id).sort();
    await updateRows(transaction, walletPasses, { id: ids }, { message: null });
    await markPasses(transaction, ids);
    await notifyOfPassChanges(transaction, ids);
  },
});

function passesOf(connection: Connection, kind: 'SESSION' | 'MEMBER', values: readonly string[]) {
  return findRows(connection, walletPasses, kind === 'SESSION' ? { session: values } : { member: values.map(Number) });
}
