import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { record } from '../../kernel/event-log/event-recorder.ts';
import { Problem } from '../../kernel/problem.ts';
import { loyaltyCardId } from '../../loyalty/card/card.inputs.ts';
import { cardRow } from '../../loyalty/card/card.ts';
import { readUsers } from '../../loyalty/user/membership.ts';
import { loyaltyUserKey } from '../../loyalty/user/user.inputs.ts';
import { startPush } from '../telling/push-start.ts';
import { pushMessage } from './push.inputs.ts';
import { SentPushType } from './push.type.ts';

export const sendLoyaltyPush = mutation({
  name: 'sendLoyaltyPush',
  description:
    'Shows a message on the passes of users who saved a loyalty card in their wallet, and tells their phones in the background.',
  scope: 'SEND',
  input: z.object({
    card: loyaltyCardId,
    message: pushMessage,
    users: z.array(loyaltyUserKey.user).max(1000).nullish().meta({
      description: 'The ids of the users, at most 1,000. Default: all users of the card. An empty list reaches nobody.',
    }),
  }),
  type: SentPushType,
  problems: [
    'LOYALTY_CARD_NOT_FOUND',
    'LOYALTY_USER_NOT_FOUND',
    'WALLET_REFUSED',
    'NO_WALLET_HOLDERS',
    'TOO_MANY_JOBS',
  ],
  cost: { bulk: true },
  run: async ({ input, viewer: { account, keyId }, transaction }) => {
    const card = await requireRow(transaction, cardRow, { accountId: account.id, id: input.card }, 'shared');
    const { id: campaignId, accountId } = card;
    const memberships = input.users ? await membershipsOf(transaction, campaignId, input.users) : null;
    const push = await startPush(transaction, { campaignId, accountId, memberships }, input.message);
    const type = 'loyalty_push_sent';
    await record(transaction, { kind: 'WALLET_LOYALTY', type, accountId, keyId, campaignId, data: push });
    return { push, recipients: push.recipients };
  },
});

/** Returns the numbers of the memberships of users. Throws `LOYALTY_USER_NOT_FOUND` when there is no such user. */
async function membershipsOf(transaction: Transaction, card: string, ids: readonly string[]): Promise<number[]> {
  const users = [...new Set(ids)];
  if (users.length === 0) return [];
  const found = await readUsers(transaction, 'm.card_id = :card AND m.user_id IN (:users)', { card, users });
  if (found.length < users.length) throw new Problem('LOYALTY_USER_NOT_FOUND');
  return found.map(({ number }) => number);
}
