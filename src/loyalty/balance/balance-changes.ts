import type { Viewer } from '../../api/viewer.ts';
import { type AuditedCall, audit } from '../../audit/audited-call.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { batchedInGroups } from '../../kernel/database/loaders.ts';
import { findRows, requireRow } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { locationOf } from '../../locations/location/calling-location.ts';
import { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';
import { findLots } from '../ledger/point-lot.ts';
import {
  allWithRewards,
  joinPersons,
  type LoyaltyUser,
  loyaltyMembers,
  loyaltyUserColumns,
  usersOf,
} from '../user/loyalty-member.ts';
import {
  type BalanceCall,
  type BalanceContext,
  type BalanceRequest,
  type BalanceUser,
  balanceChangeOf,
  type Granted,
  readContexts,
} from './balance-context.ts';
import { type Changed, changeHolding } from './balance-rules.ts';
import { writeChanges } from './balance-writer.ts';
import { countToday } from './daily-limit.ts';

/** `batch` runs in a transaction with simultaneous calls, and `run` in one of its own. */
export function changingBalance<Fields>(requestOf: (input: Fields) => BalanceRequest) {
  type Input = Fields & Pick<BalanceCall, 'card' | 'user' | 'location'>;
  const callOf = ({ input, viewer }: BalanceInput<Input>): BalanceCall => ({
    accountId: viewer.account.id,
    rootId: viewer.account.rootId,
    keyId: viewer.keyId,
    card: input.card,
    user: input.user,
    location: locationOf(viewer, input.location),
    request: requestOf(input),
  });
  return {
    batch: (asked: BalanceInput<Input> & { database: Database; audited: AuditedCall | null }) =>
      batchChange(asked.database, { ...callOf(asked), audited: asked.audited }),
    run: (asked: BalanceInput<Input> & { transaction: Transaction }) => changeBalance(asked.transaction, callOf(asked)),
  };
}

interface BalanceInput<Input> {
  input: Input;
  viewer: Pick<Viewer, 'account' | 'keyId' | 'till'>;
}

/** Makes simultaneous calls for users of a card share a transaction. They take effect one after another. */
const batchChange = batchedInGroups<BalanceCall, LoyaltyUser>(
  ({ accountId, keyId, card }) => `${accountId} ${keyId} ${card}`,
  (database, calls) =>
    database.transaction(
      async (transaction) => {
        const outcomes = await changeBalances(transaction, calls);
        await audit(
          transaction,
          calls.flatMap(({ audited }, index) => {
            const result = outcomes[index];
            return audited && !(result instanceof Error) ? [{ call: audited, result }] : [];
          }),
        );
        return outcomes;
      },
      { account: calls[0]?.rootId },
    ),
);

export async function changeBalance(transaction: Transaction, call: BalanceCall): Promise<LoyaltyUser> {
  const [outcome] = await changeBalances(transaction, [call]);
  if (!outcome || outcome instanceof Error) throw outcome ?? new Error('A balance change has no outcome.');
  return outcome;
}

/**
 * Applies the calls in memory, and then writes the result. All calls have the same account, API key and card. If one is
 * refused, the others still take effect.
 */
export async function changeBalances(
  transaction: Transaction,
  calls: readonly BalanceCall[],
): Promise<(LoyaltyUser | Problem)[]> {
  const [{ accountId, card: cardId } = { accountId: '', card: '' }] = calls;
  const card = await requireRow(transaction, cardRow, { accountId, id: cardId }).catch(asProblem);
  if (card instanceof Problem) return calls.map(() => card);
  const users = await lockUsers(transaction, card, calls);
  const members = [...users.values()].map(({ number }) => number);
  const facts = await readContexts(transaction, card, members, calls);
  const holdings = new Map(users);
  const granted: Granted[] = [];
  const outcomes = calls.map((call) => {
    try {
      const before = holdings.get(call.user);
      if (!before) throw new Problem('LOYALTY_USER_NOT_FOUND');
      const { holding, entries } = grant(before, call, facts);
      const user = { ...before, ...holding, rewards: [...holding.rewards] };
      holdings.set(call.user, user);
      granted.push({ call: { ...call, location: locationFor(call, facts) }, user, entries });
      const { lots: _, ...shown } = user;
      return shown;
    } catch (error) {
      return problemOf(asProblem(error), card);
    }
  });
  await writeChanges(transaction, facts.at, users, granted);
  return outcomes;
}

function grant(user: BalanceUser, { request }: BalanceCall, facts: BalanceContext): Changed {
  const change = balanceChangeOf(request, user, facts);
  if (user.voidedAt && request.action !== 'EXPIRE') throw new Problem('LOYALTY_USER_VOIDED');
  const changed = changeHolding(user, change, { ...facts, member: user.number });
  if (facts.daily) countToday(facts.daily, user.number, change, changed.entries);
  for (const { reverses } of changed.entries) if (reverses) facts.reversed.add(reverses);
  return changed;
}

/** Returns the location of the entries. What is taken back without a location is taken back where it was given. */
function locationFor({ location, request }: BalanceCall, { entries }: BalanceContext): string | null {
  const reversed = request.action === 'REVERSE' ? entries.get(request.entry) : undefined;
  return location ?? reversed?.locationId ?? null;
}

function problemOf(problem: Problem, { id }: LoyaltyCard): Problem {
  const isComplete = problem.code === 'INVALID_INPUT' || problem instanceof CampaignProblem;
  return isComplete ? problem : new CampaignProblem(problem.code, id);
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/** Locks the users, and reads them with their rewards. Reads their lots of points only if a call can change them. */
async function lockUsers(
  transaction: Transaction,
  card: LoyaltyCard,
  calls: readonly BalanceCall[],
): Promise<Map<string, BalanceUser>> {
  const wanted = [...new Set(calls.map(({ user }) => user))].sort();
  const locked = await findRows(
    transaction,
    loyaltyMembers,
    { cardId: card.id, userId: wanted },
    { select: ['number'], lock: 'exclusive' },
  );
  if (locked.length === 0) return new Map();
  const numbers = locked.map(({ number }) => number);
  const users = await transaction.rows<LoyaltyUser>(
    `SELECT ${loyaltyUserColumns} FROM loyalty_members m ${joinPersons} WHERE m.number IN (:numbers)`,
    {
      numbers,
    },
  );
  const found = await allWithRewards(transaction, usersOf(card, users));
  const lots = calls.some(changesPoints) ? await findLots(transaction, numbers) : null;
  return new Map(found.map((user) => [user.id, { ...user, lots: lots?.get(Number(user.number)) ?? [] }]));
}

function changesPoints({ request }: BalanceCall): boolean {
  return 'unit' in request ? request.unit === 'POINTS' : request.action !== 'USE';
}
