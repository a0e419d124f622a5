import { z } from 'zod';
import { lineText, trimmedText } from '../../api/inputs.ts';
import { mutation } from '../../api/mutation.ts';
import { tillScope } from '../../api/scope.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { addRow, hasRow, requireRow } from '../../kernel/database/rows.ts';
import { invalidInput, Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, type LoyaltyCard } from '../card/card.ts';
import { ledgerEntries } from '../ledger/ledger.ts';
import { type Purchase, purchaseRow, purchases } from '../purchase/purchase.ts';
import { pointsFor } from '../purchase/purchase-points.ts';
import { memberRow, requireUser } from '../user/loyalty-member.ts';
import { loyaltyUserKey } from '../user/user.inputs.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import { location, maxAdded } from './balance.inputs.ts';
import { changingBalance } from './balance-changes.ts';

const reference = lineText(100).trim().min(1).meta({
  description:
    'Your reference for the purchase, such as the receipt number, 1 to 100 characters. It is unique within the card.',
});

const amount = trimmedText
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be a decimal number below 1,000,000,000 with at most three decimal places')
  .meta({
    scalar: 'Decimal',
    description: 'The amount that the customer spent, a decimal number with at most three decimal places.',
  });

const adding = changingBalance(({ points, entry }: { points: number; entry: string }) => ({
  action: 'ADD',
  unit: 'POINTS',
  amount: points,
  entry,
}));

mutation({
  name: 'addPurchase',
  description:
    'Adds the points for a purchase: the amount times `pointsPerAmount` of the card, rounded as the card says. A purchase counts once: a repeated call with the same reference, user and amount changes nothing.',
  scope: 'REDEEM',
  alternativeScope: tillScope,
  input: z.object({ ...loyaltyUserKey, amount, reference, location }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'NO_POINTS_FOR_PURCHASES',
    'PURCHASE_EXISTS',
    'PURCHASE_REVERSED',
    'DAILY_LIMIT',
  ],
  run: async (call) => {
    const { input, viewer, transaction } = call;
    // The row of the purchase refers to the member. Without the lock, simultaneous purchases of a user would deadlock.
    const user = await requireUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const purchase: Purchase = {
      ...{ cardId: card.id, reference: input.reference, member: user.number },
      ...{ amount: withPlaces(input.amount), entryId: newId('ledgerEntry'), createdAt: now() },
    };
    // A simultaneous call with the same reference waits here, and then finds the row.
    if (!(await addRow(transaction, purchases, purchase))) {
      await requireSame(transaction, purchase);
      return user;
    }
    const points = pointsOf(card, input.amount);
    return adding.run({ ...call, input: { ...input, points, entry: purchase.entryId } });
  },
});

function pointsOf({ pointsPerAmount, pointsRounding }: LoyaltyCard, amount: string): number {
  if (pointsPerAmount === null) throw new Problem('NO_POINTS_FOR_PURCHASES');
  const points = pointsFor(amount, pointsPerAmount, pointsRounding);
  if (points > maxAdded) throw invalidInput('amount', `gives more than ${maxAdded} points`);
  return points;
}

/** Formats an amount so that equal amounts have the same text. */
function withPlaces(amount: string): string {
  const [whole = '', places = ''] = amount.split('.');
  return `${BigInt(whole)}.${places.padEnd(3, '0')}`;
}

async function requireSame(transaction: Transaction, { cardId, reference, member, amount }: Purchase): Promise<void> {
  const known = await requireRow(transaction, purchaseRow, { cardId, reference });
  if (Number(known.member) !== member || known.amount !== amount) throw new Problem('PURCHASE_EXISTS');
  if (await hasRow(transaction, ledgerEntries, { reverses: known.entryId })) throw new Problem('PURCHASE_REVERSED');
}

const reversing = changingBalance(({ entry }: { entry: string }) => ({ action: 'REVERSE', entry }));

mutation({
  name: 'reversePurchase',
  description:
    'Takes back exactly the points that a purchase gave, by reversing its ledger entry. Its reference cannot be used again.',
  scope: 'REDEEM',
  input: z.object({ card: loyaltyCardId, reference, location }),
  type: LoyaltyUserType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_VOIDED',
    'PURCHASE_NOT_FOUND',
    'PURCHASE_REVERSED',
    'BALANCE_TOO_LOW',
  ],
  run: async (call) => {
    const { input, viewer, transaction } = call;
    const card = await requireRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const { member, entryId } = await requireRow(transaction, purchaseRow, {
      cardId: card.id,
      reference: input.reference,
    });
    const { userId: user } = await requireRow(transaction, memberRow, { number: member });
    return reversing.run({ ...call, input: { ...input, user, entry: entryId } }).catch((error: unknown) => {
      const isReversed = error instanceof Problem && error.code === 'LEDGER_ENTRY_ALREADY_REVERSED';
      throw isReversed ? new Problem('PURCHASE_REVERSED') : error;
    });
  },
});
