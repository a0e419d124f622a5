import type { Transaction } from '../../kernel/database/database.ts';
import { bind } from '../../kernel/database/statement.ts';
import { realNow } from '../../kernel/values/instant.ts';
import { type Wallet, walletsOf } from './connected-wallet.ts';
import { type Told, tellDevices } from './telling.ts';
import { wakeLane } from './wallet-lane.ts';

export async function tellHolders(transaction: Transaction, accountId: string, told: Told): Promise<void> {
  for (const wallet of await walletsOf(transaction, accountId)) await tellPasses(transaction, wallet, told);
}

export function tellPasses(transaction: Transaction, wallet: Wallet, told: Told): Promise<void> {
  return (wallet.platform === 'GOOGLE' ? tellObjects : tellDevices)(transaction, wallet, told);
}

/** Inserting more rows in one statement would take longer than others may wait. */
const passesAtOnce = 500;

async function tellObjects(
  transaction: Transaction,
  { integration, issuer }: Wallet,
  { passes, push = '', urgent = false }: Told,
): Promise<void> {
  const values = { lane: integration.id, issuer, push, urgent: Number(urgent), at: realNow() };
  const statement = `${transaction.dialect.insertIfAbsent} INTO wallet_tellings
      (lane_id, device, target, push_id, urgent, due_at)
    SELECT :lane, 0, w.id, :push, :urgent, :at FROM wallet_passes w
    WHERE w.id IN (:targets) AND w.platform = 'GOOGLE' AND w.issuer = :issuer
      AND w.saved_at IS NOT NULL AND w.removed_at IS NULL`;
  for (let from = 0; from < passes.length; from += passesAtOnce) {
    const targets = passes.slice(from, from + passesAtOnce);
    if (push === '') await repeat(transaction, integration.id, { targets, urgent });
    await transaction.change(...bind(statement, { ...values, targets }));
  }
  if (passes.length > 0) await wakeLane(transaction, integration, values.at);
}

/** Queues the class of a campaign at Google. A message to it reaches so many passes. */
export async function tellClass(
  transaction: Transaction,
  { integration }: Wallet,
  { campaign, push = '', passes = 1 }: { campaign: string; push?: string; passes?: number },
): Promise<void> {
  const at = realNow();
  if (push === '') await repeat(transaction, integration.id, { targets: [campaign], urgent: true });
  await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO wallet_tellings (lane_id, device, target, push_id, passes, urgent, due_at)
     VALUES (?, 0, ?, ?, ?, 1, ?)`,
    [integration.id, campaign, push, passes, at],
  );
  await wakeLane(transaction, integration, at);
}

/**
 * Tells what waits for a retry at once. What a process tells at this moment is told again afterwards and not at the same
 * time, because of two calls the one with the older content could arrive last. Runs before the INSERT, which would lock
 * the rows it finds in shared mode, and two of those would wait for each other.
 */
async function repeat(
  transaction: Transaction,
  lane: string,
  { targets, urgent }: { targets: readonly string[]; urgent: boolean },
): Promise<void> {
  await transaction.change(
    ...bind(
      `UPDATE wallet_tellings SET
         due_at = CASE WHEN state = 'WAITING' AND due_at > :at THEN :at ELSE due_at END,
         failures = CASE state WHEN 'WAITING' THEN 0 ELSE failures END,
         ${urgent ? 'urgent = 1,' : ''}
         state = CASE state WHEN 'WAITING' THEN 'WAITING' ELSE 'CHANGED' END
       WHERE lane_id = :lane AND device = 0 AND target IN (:targets) AND push_id = ''`,
      { at: realNow(), lane, targets },
    ),
  );
}
