import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { foldedFormOf } from '../../parts/form.tsx';
import { figureOf, headingOf, linkButton, statusOf } from '../../parts/pieces.tsx';
import { cardTabs } from '../loyalty-tabs.ts';
import { cardChart, rangeOf } from './card-chart.tsx';
import { designFields } from './card-fields.ts';
import { copyCard, deleteCard, saveCard } from './card-forms.ts';
import { addReward, editReward, retireReward } from './reward-forms.ts';
import { rewardsSection } from './rewards-section.tsx';

const document = graphql(`
  query ConsoleLoyaltyCard($card: ID!, $from: String, $by: StatisticsInterval) {
    loyaltyCard(id: $card) {
      id name domain type medium active stampsRequired title description backgroundColor textColor logoUrl url
      rewards { id name description unit cost validDays }
      totals {
        members membersRemoved stampsAdded stampsRemoved pointsAdded pointsRemoved
        rewardsEarned rewardsWithdrawn rewardsUsed rewardsReturned saved
      }
    }
    campaignStatistics(campaign: $card, from: $from, by: $by) {
      points { start counts { members stampsAdded pointsAdded rewardsUsed } }
    }
  }
`);

type Card = ResultOf<typeof document>['loyaltyCard'];

export const cardScreen = screen({
  path: '/loyalty/:card',
  scope: 'READ',
  document,
  variables: (page) => ({ card: page.params.card ?? '', ...rangeOf(page) }),
  title: ({ loyaltyCard }) => loyaltyCard.name,
  forms: { save: saveCard, copy: copyCard, delete: deleteCard, addReward, editReward, retireReward },
  view: (data, page) => {
    const { loyaltyCard: card, campaignStatistics } = data;
    return [
      headingOf(
        [card.name, ' ', stateOf(page, card)],
        linkButton(card.url, page.words.loyalty.card.publicPage, 'quiet'),
      ),
      cardTabs(page, card),
      figures(page, card),
      cardChart(page, card.type, campaignStatistics.points),
      rewardsSection(page, data),
      changesOf(page, card),
    ];
  },
});

function stateOf(page: Page, { active, type, medium }: Card): ComponentChildren {
  const { inUse, notInUse, types, media } = page.words.loyalty;
  return (
    <span class="states">
      {statusOf(active ? inUse : notInUse, active ? 'good' : 'warn')}
      {statusOf(types[type])}
      {statusOf(media[medium])}
    </span>
  );
}

function figures(page: Page, { type, medium, totals }: Card): ComponentChildren {
  const { card: words } = page.words.loyalty;
  const number = (value: string | number) => page.number(value);
  const takenBack = (amount: string) => amount !== '0' && words.removed(number(amount));
  const earned = Number(totals.rewardsEarned) - Number(totals.rewardsWithdrawn);
  const used = Number(totals.rewardsUsed) - Number(totals.rewardsReturned);
  const members = Number(totals.members) - Number(totals.membersRemoved);
  const hasStamps = type === 'STAMP' || totals.stampsAdded !== '0';
  const hasPoints = type !== 'STAMP' || totals.pointsAdded !== '0';
  return (
    <div class="figures">
      {figureOf(words.members, number(members), words.joined(number(totals.members)))}
      {hasStamps && figureOf(words.stampsAdded, number(totals.stampsAdded), takenBack(totals.stampsRemoved))}
      {hasPoints && figureOf(words.pointsAdded, number(totals.pointsAdded), takenBack(totals.pointsRemoved))}
      {figureOf(words.earned, number(earned))}
      {figureOf(words.used, number(used), words.usedShare(page.percent(used, earned)))}
      {medium === 'WALLET' && figureOf(words.saved, number(totals.saved))}
    </div>
  );
}

function changesOf(page: Page, card: Card): ComponentChildren {
  const { card: words, design } = page.words.loyalty;
  const groups = [{ legend: design, fields: designFields, open: true }];
  return [
    foldedFormOf(page, 'save', { summary: words.settings, values: card, groups }),
    foldedFormOf(page, 'copy', { summary: words.copy, text: words.copyHint }),
    foldedFormOf(page, 'delete', { summary: words.remove, text: words.removeHint, dangerous: true }),
  ];
}
