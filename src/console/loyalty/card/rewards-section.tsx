import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { emptyOf, tableOf } from '../../parts/table.tsx';

export interface Reward {
  id: string;
  name: string;
  description: string | null;
  unit: 'STAMPS' | 'POINTS';
  cost: number | null;
  validDays: number | null;
}

export function rewardsSection(
  page: Page,
  data: { loyaltyCard: { type: 'STAMP' | 'MEMBERSHIP'; rewards: readonly Reward[] } },
): ComponentChildren {
  const { rewards: words, stamps, points } = page.words.loyalty;
  const { type, rewards } = data.loyaltyCard;
  const hasStampReward = rewards.some(({ unit }) => unit === 'STAMPS');
  const unit = type === 'STAMP' && !hasStampReward ? 'STAMPS' : 'POINTS';
  const amount = (cost: number | null, of: (amount: string) => string) => (cost === null ? '–' : of(page.number(cost)));
  return [
    <h2 id="rewards">{words.title}</h2>,
    tableOf({
      caption: words.title,
      rows: rewards,
      empty: emptyOf(words.empty, words.emptyAdvice),
      columns: [
        {
          name: words.name,
          cell: ({ name, description }) => (
            <div>
              <strong>{name}</strong>
              {description && <p class="soft">{description}</p>}
            </div>
          ),
        },
        { name: words.cost, number: true, cell: ({ unit, cost }) => amount(cost, unit === 'STAMPS' ? stamps : points) },
        {
          name: words.validDays,
          number: true,
          cell: ({ validDays }) => (validDays === null ? words.noLimit : words.days(page.number(validDays))),
        },
        page.may('WRITE') && { name: words.edit, cell: (reward) => changesOf(page, reward) },
      ],
    }),
    foldedFormOf(page, 'addReward', { summary: words.add, open: rewards.length === 0, values: { unit }, data }),
  ];
}

function changesOf(page: Page, reward: Reward): ComponentChildren {
  const { edit, retireOf } = page.words.loyalty.rewards;
  const { id, cost, unit } = reward;
  const isAttempted = page.attempt?.form === 'editReward' && page.attempt.key === id;
  const values = { ...reward, points: unit === 'POINTS' ? cost : null };
  return (
    <div>
      <details open={isAttempted}>
        <summary>{edit}</summary>
        {formOf(page, 'editReward', { key: id, values })}
      </details>
      {formOf(page, 'retireReward', {
        key: id,
        values: { id },
        quiet: true,
        dangerous: true,
        label: retireOf(reward.name),
      })}
    </div>
  );
}
