import { firstFilled, fullName, titleOf } from '../../kernel/values/blank.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { isUsable } from '../../loyalty/reward/earned-reward.ts';
import type { CardHolder } from '../pass/pass-holder.ts';
import { barcodesOf, messageField, type PassContent, type PassField, type Told, textFields } from './pass-content.ts';

export function cardContent({ account, card, user, design }: CardHolder, told: Told, at: Instant): PassContent {
  const { labels, changes } = design;
  const required = card.stampsRequired;
  const isStampCard = card.type === 'STAMP' && required !== null;
  const name = fullName(user);
  const rewards = user.rewards.filter((reward) => isUsable(reward, at)).map((reward) => reward.name);
  const points: PassField = {
    key: 'points',
    label: firstFilled(labels.points, 'Points'),
    value: user.points,
    changeMessage: firstFilled(changes.points, 'You now have %@ points'),
  };
  const stamps: PassField = {
    key: 'stamps',
    label: firstFilled(labels.stamps, 'Stamps'),
    value: `${user.stamps}/${required}`,
    changeMessage: firstFilled(changes.stamps, 'Your stamps: %@'),
  };
  const foreground = design.foregroundColor ?? card.textColor ?? '#ffffff';
  return {
    style: 'storeCard',
    organization: firstFilled(design.provider, account.name),
    heading: design.logoText ?? titleOf(card),
    description: titleOf(card),
    background: design.backgroundColor ?? card.backgroundColor ?? '#1f2937',
    foreground,
    label: design.labelColor ?? foreground,
    // A reward comes with a change of stamps and says more, so it stands first.
    fields: {
      secondaryFields: [
        {
          key: 'rewards',
          label: firstFilled(labels.rewards, 'Rewards'),
          value: rewards.join(', ') || 'None',
          changeMessage: firstFilled(changes.reward, 'Your rewards: %@'),
        },
        ...textFields({ name: [firstFilled(labels.name, 'Name'), name] }),
      ],
      headerFields: isStampCard ? [stamps] : [points],
      auxiliaryFields: isStampCard && user.points > 0 ? [points] : [],
      backFields: [
        {
          key: 'state',
          label: firstFilled(labels.status, 'Status'),
          value: cardState(card, user),
          changeMessage: (user.voidedAt && changes.void) || '%@',
        },
        messageField(told, design),
        ...textFields({
          description: [firstFilled(labels.details, 'Details'), card.description],
          terms: [firstFilled(labels.terms, 'Terms and conditions'), design.terms],
        }),
      ],
    },
    barcodes: user.voidedAt ? [] : barcodesOf(user.id, null),
    isVoided: user.voidedAt !== null,
    expiresAt: null,
    design,
    ...(isStampCard && { stamps: { collected: user.stamps, required } }),
  };
}

export type CardState = 'No longer valid' | 'Not available at the moment' | 'Ready to use';

export function cardState(
  { deactivatedAt }: Pick<CardHolder['card'], 'deactivatedAt'>,
  { voidedAt }: Pick<CardHolder['user'], 'voidedAt'>,
): CardState {
  if (voidedAt) return 'No longer valid';
  return deactivatedAt ? 'Not available at the moment' : 'Ready to use';
}
