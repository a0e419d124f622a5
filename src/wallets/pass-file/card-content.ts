import type { Instant } from '../../kernel/values/instant.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import type { CardHolder } from '../pass/pass-holder.ts';
import { barcodesOf, messageField, type PassContent, type PassField, type Told, textFields } from './pass-content.ts';

/** Returns the content of the pass of a loyalty user. */
export function cardContent({ account, card, user }: CardHolder, told: Told, at: Instant): PassContent {
  const required = card.stampsRequired;
  const isStampCard = card.type === 'STAMP' && required !== null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const rewards = user.rewards.filter((reward) => isUsable(reward, at)).map((reward) => reward.name);
  const points: PassField = {
    key: 'points',
    label: 'Points',
    value: user.points,
    changeMessage: 'You now have %@ points',
  };
  return {
    style: 'storeCard',
    organization: account.name,
    heading: card.title ?? card.name,
    description: card.title ?? card.name,
    background: card.backgroundColor ?? '#1f2937',
    foreground: card.textColor ?? '#ffffff',
    // A reward comes with a change of stamps and says more, so it stands first.
    fields: {
      secondaryFields: [
        { key: 'rewards', label: 'Rewards', value: rewards.join(', ') || 'None', changeMessage: 'Your rewards: %@' },
        ...textFields({ name: ['Name', name] }),
      ],
      headerFields: isStampCard
        ? [{ key: 'stamps', label: 'Stamps', value: `${user.stamps}/${required}`, changeMessage: 'Your stamps: %@' }]
        : [points],
      auxiliaryFields: isStampCard && user.points > 0 ? [points] : [],
      backFields: [
        { key: 'state', label: 'Status', value: cardState(card, user), changeMessage: '%@' },
        messageField(told),
        ...textFields({ description: ['Details', card.description] }),
      ],
    },
    barcodes: user.voidedAt ? [] : barcodesOf(user.id, null),
    isVoided: user.voidedAt !== null,
    expiresAt: null,
    ...(isStampCard && { stamps: { collected: user.stamps, required } }),
  };
}

export type CardState = 'No longer valid' | 'Not available at the moment' | 'Ready to use';

/** Returns the state of a card of a loyalty user in words. */
export function cardState(
  { deactivatedAt }: Pick<CardHolder['card'], 'deactivatedAt'>,
  { voidedAt }: Pick<CardHolder['user'], 'voidedAt'>,
): CardState {
  if (voidedAt) return 'No longer valid';
  return deactivatedAt ? 'Not available at the moment' : 'Ready to use';
}
