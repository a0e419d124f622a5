import { transactFor } from '../../accounts/account/account-root.ts';
import type { Connection, Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { newId } from '../../vocabulary/ids.ts';
import { passRow, type WalletPass } from './pass.ts';
import { lastChange } from './pass-change.ts';
import type { CardHolder, CouponHolder } from './pass-holder.ts';

/** What can be saved as a pass: a session with its coupon, or a user with the loyalty card. */
export type Saveable = Omit<CouponHolder, 'account' | 'design'> | Omit<CardHolder, 'account' | 'design'>;

/** Returns the pass of a session or a loyalty user. Makes it if there is none. */
export async function issuePass(
  database: Database,
  holder: Saveable,
  which: Pick<WalletPass, 'platform' | 'issuer'>,
): Promise<WalletPass> {
  const found = await findPass(database, holder, which.issuer);
  if (found) return found;
  return transactFor(database, accountOf(holder), async (transaction) => {
    const made = await lastChange(transaction);
    const { campaignId, session, membership, userId } = namesOf(holder);
    // Somebody else may make it at the same time: one of the two is kept.
    await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO wallet_passes
         (id, account_id, campaign_id, session, membership, user_id, platform, issuer, token, changed, made, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[newId('walletPass'), accountOf(holder), campaignId, session, membership, userId],
        ...[which.platform, which.issuer, randomCode(32), made, made, now()],
      ],
    );
    const pass = await findPass(transaction, holder, which.issuer);
    if (!pass) throw new Error('the pass was not stored');
    return pass;
  });
}

function findPass(connection: Connection, holder: Saveable, issuer: string): Promise<WalletPass | null> {
  const { session, membership } = namesOf(holder);
  return findRow(connection, passRow, { issuer, ...(session === null ? { membership } : { session }) });
}

function accountOf(holder: Saveable): string {
  return 'coupon' in holder ? holder.coupon.accountId : holder.card.accountId;
}

/** Returns the columns with which a pass names its holder. */
function namesOf(holder: Saveable): Pick<WalletPass, 'campaignId' | 'session' | 'membership' | 'userId'> {
  if ('coupon' in holder) {
    return { campaignId: holder.coupon.id, session: holder.session.session, membership: null, userId: null };
  }
  const { id: userId, number: membership } = holder.user;
  return { campaignId: holder.card.id, session: null, membership, userId };
}
