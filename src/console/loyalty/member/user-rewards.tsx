import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { momentOf, statusOf } from '../../parts/pieces.tsx';
import { tableOf } from '../../parts/table.tsx';

interface EarnedReward {
  id: string;
  name: string;
  earnedAt: string;
  expiresAt: string | null;
  usedAt: string | null;
  usable: boolean;
}

/** The most rewards to show. A user can get hundreds over the years, and the ledger shows them all. */
const maxShown = 50;

/** Shows the rewards, newest first. */
export function userRewards(page: Page, rewards: readonly EarnedReward[]): ComponentChildren {
  const { user: words, rewards: names } = page.words.loyalty;
  return [
    <h2 id="rewards">{words.rewards}</h2>,
    tableOf({
      caption: words.rewards,
      rows: rewards.toReversed().slice(0, maxShown),
      empty: <p class="soft">{words.noRewards}</p>,
      columns: [
        { name: names.name, cell: ({ name }) => name },
        { name: words.earnedAt, cell: ({ earnedAt }) => momentOf(page, earnedAt) },
        { name: words.expiresAt, cell: ({ expiresAt }) => momentOf(page, expiresAt) },
        { name: words.rewardState, cell: (reward) => stateOf(page, reward) },
      ],
    }),
  ];
}

function stateOf(page: Page, { usedAt, usable }: EarnedReward): ComponentChildren {
  const { rewardUsed, rewardUsable, rewardExpired } = page.words.loyalty.user;
  if (usedAt) return statusOf(rewardUsed(page.moment(usedAt)));
  return usable ? statusOf(rewardUsable, 'good') : statusOf(rewardExpired, 'warn');
}
