import type { Transaction } from '../../kernel/database/database.ts';
import { updateRows } from '../../kernel/database/rows.ts';
import { type Instant, now, toDate, toInstant } from '../../kernel/values/instant.ts';
import { readUsers } from '../../loyalty/user/membership.ts';
import { recordUsers } from '../../loyalty/user/membership-changes.ts';
import { recordSessionsWhere } from '../../sessions/session/session-events.ts';
import { type WalletPass, walletPasses } from './pass.ts';
import { countingHolders } from './wallet-holders.ts';

export function noteSaved(transaction: Transaction, pass: WalletPass): Promise<void> {
  return countingHolders(transaction, [pass], () => save(transaction, pass));
}

export function noteRemoved(transaction: Transaction, pass: WalletPass): Promise<void> {
  return countingHolders(transaction, [pass], async () => {
    await updateRows(transaction, walletPasses, { id: pass.id }, { removedAt: now() });
    await recordOf(transaction, pass, 'unsaved');
  });
}

async function save(transaction: Transaction, pass: WalletPass): Promise<void> {
  const savedAt = pass.savedAt ?? now();
  await updateRows(transaction, walletPasses, { id: pass.id }, { savedAt, removedAt: null });
  const column = { APPLE: 'saved_to_apple_at', GOOGLE: 'saved_to_google_at' }[pass.platform];
  if (pass.session)
    await transaction.change(`UPDATE coupon_sessions SET ${column} = ? WHERE session = ? AND ${column} IS NULL`, [
      savedAt,
      pass.session,
    ]);
  await recordOf(transaction, pass, 'saved');
}

async function recordOf(transaction: Transaction, pass: WalletPass, what: 'saved' | 'unsaved'): Promise<void> {
  const eventsUntil = nextEventsUntil(pass.eventsUntil, Date.now());
  if (!eventsUntil) return;
  const { id, session, membership } = pass;
  await updateRows(transaction, walletPasses, { id }, { eventsUntil });
  if (session) {
    const event = { type: `coupon_${what}`, keyId: null } as const;
    await recordSessionsWhere(transaction, event, 's.session = :session', { session });
  } else {
    const users = await readUsers(transaction, 'm.number = :membership', { membership });
    await recordUsers(transaction, users, { type: `loyalty_${what}`, keyId: null });
  }
}

const hour = 3600 * 1000;
const mostHours = 10;

/**
 * Returns up to when the pass has used its events after one more, or null if it has none left. A phone may save and remove
 * a pass in a loop, so a pass has ten events, and a further one each hour. Its times are exact without events.
 */
function nextEventsUntil(until: Instant | null, at: number): Instant | null {
  const next = Math.max(until ? toDate(until).getTime() : 0, at) + hour;
  return next > at + mostHours * hour ? null : toInstant(new Date(next));
}
