import type { Transaction } from '../../kernel/database/database.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import { recordEach } from '../../kernel/event-log/event-recorder.ts';
import { eventKindOf, type LoyaltyCard, type LoyaltyKind } from '../card/card.ts';
import type { Person } from '../person/person.ts';
import type { LoyaltyUser, Membership } from './membership.ts';

/** Records one event for each user, with the data of the user. */
export async function recordUsers(
  transaction: Transaction,
  users: readonly LoyaltyUser[],
  { type, keyId }: { type: EventType<LoyaltyKind>; keyId: string | null },
): Promise<void> {
  await recordEach(
    transaction,
    users.map((user) => ({
      kind: eventKindOf(user.cardMedium),
      type,
      accountId: user.accountId,
      keyId,
      campaignId: user.cardId,
      data: user,
    })),
  );
}

export function userOf({ code, medium }: LoyaltyCard, membership: Membership, person: Person): LoyaltyUser {
  const { passwordHash: _, ...data } = person;
  const { userId: id, ...own } = membership;
  return { ...data, ...own, id, cardCode: code, cardMedium: medium, rewards: [] };
}
