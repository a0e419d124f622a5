import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { barsOf } from '../../parts/chart.tsx';
import { filtersOf } from '../../parts/filters.tsx';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { emptyOf, figureOf, headingOf, linkButton, statusOf, tableOf } from '../../parts/pieces.tsx';
import { cardTabs } from '../loyalty-tabs.ts';
import { designFields, settingFields } from './cards-screen.tsx';

const fields = labelled(({ loyalty }) => loyalty.rewards)({
  name: { kind: 'text', required: true, maxLength: 100 },
  description: { kind: 'textarea', maxLength: 1000 },
  stamps: { kind: 'number', min: 1, max: 1000 },
  points: { kind: 'number', min: 1, max: 1_000_000 },
  validDays: { kind: 'number', min: 1, max: 36_500 },
});

const { name, ...others } = fields;

const addReward = form(mutationOf('createReward'), {
  fields: labelled(({ loyalty }) => loyalty.rewards)({
    name,
    unit: {
      kind: 'select',
      required: true,
      options: ({ loyalty }, { loyaltyCard }: { loyaltyCard: { type: string } }) => {
        const { STAMPS, POINTS } = loyalty.rewards.unitOptions;
        const points = ['POINTS', POINTS] as const;
        return loyaltyCard.type === 'STAMP' ? [['STAMPS', STAMPS] as const, points] : [points];
      },
    },
    ...others,
  }),
  adds: ({ params }) => ({ card: params.card }),
  says: ({ loyalty: { rewards } }) => [rewards.addButton, rewards.added],
  problemsAt: { NOT_A_STAMP_CARD: 'unit', STAMP_REWARD_EXISTS: 'stamps' },
});

const editReward = form(mutationOf('updateReward'), {
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  says: ({ loyalty: { rewards } }) => [rewards.save, rewards.saved],
  problemsAt: { STAMP_REWARD_EXISTS: 'stamps' },
});

const retireReward = form(mutationOf('retireReward'), {
  fields: { id: { kind: 'hidden' } },
  says: ({ loyalty: { rewards } }) => [rewards.retire, rewards.retired],
});

function rewardsSection(page: Page, data: Data) {
  const { rewards: words, stamps, points } = page.words.loyalty;
  const { type, rewards } = data.loyaltyCard;
  const unit = type === 'STAMP' ? 'STAMPS' : 'POINTS';
  const amount = (cost: number | null, of: (amount: string) => string) => (cost === null ? '–' : of(page.number(cost)));
  return [
    <h2 id="rewards">{words.title}</h2>,
    tableOf({
      caption: words.title,
      rows: rewards.toSorted(inOrder),
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
        page.may('WRITE') && { name: words.edit, cell: (reward) => rewardChangesOf(page, reward) },
      ],
    }),
    foldedFormOf(page, 'addReward', { summary: words.add, open: rewards.length === 0, values: { unit }, data }),
  ];
}

/** Rewards for stamps come first. Each unit starts with the lowest number. */
function inOrder(one: Reward, other: Reward): number {
  if (one.unit !== other.unit) return one.unit === 'STAMPS' ? -1 : 1;
  return (one.cost ?? 0) - (other.cost ?? 0);
}

function rewardChangesOf(page: Page, reward: Reward) {
  const { edit, retireOf } = page.words.loyalty.rewards;
  const { id, cost, unit } = reward;
  const isAttempted = page.attempt?.form === 'editReward' && page.attempt.key === id;
  const values = { ...reward, points: unit === 'POINTS' ? cost : null, stamps: unit === 'STAMPS' ? cost : null };
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

const saveCard = form(mutationOf('updateLoyaltyCard'), {
  fields: settingFields,
  clears: true,
  adds: ({ params }) => ({ id: params.card }),
  says: ({ loyalty: { card } }) => [card.save, card.saved2],
  problemsAt: { NOT_A_STAMP_CARD: 'stampsRequired' },
});

const copyCard = form(mutationOf('copyLoyaltyCard'), {
  fields: { name: { kind: 'text', label: ({ loyalty }) => loyalty.card.copyName, maxLength: 50 } },
  adds: ({ params }) => ({ id: params.card }),
  says: ({ loyalty: { card } }) => [card.copyButton, card.copied],
  done: ({ copyLoyaltyCard: { id } }) => `/loyalty/${id}`,
});

const deleteCard = form(mutationOf('deleteLoyaltyCard'), {
  adds: ({ params }) => ({ id: params.card }),
  says: ({ loyalty: { card } }) => [card.removeButton, card.removed2],
  done: () => '/loyalty',
});

const document = graphql(`
  query ConsoleLoyaltyCard($card: ID!, $from: String, $by: StatisticsInterval) {
    loyaltyCard(id: $card) {
      id name domain type medium active stampsRequired maxPerDay pointsPerAmount pointsRounding pointsValidDays title description backgroundColor textColor logoUrl url
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

type Data = ResultOf<typeof document>;
type Card = Data['loyaltyCard'];
type Reward = Card['rewards'][number];

export const cardScreen = screen({
  path: '/loyalty/:card',
  document,
  variables: rangeOf,
  title: ({ loyaltyCard }) => loyaltyCard.name,
  forms: { save: saveCard, copy: copyCard, delete: deleteCard, addReward, editReward, retireReward },
  view: (data, page) => {
    const { loyaltyCard: card } = data;
    return [
      headingOf(
        [card.name, ' ', stateOf(page, card)],
        linkButton(card.url, page.words.loyalty.card.publicPage, 'quiet'),
      ),
      cardTabs(page, card),
      figures(page, card),
      cardChart(page, data),
      rewardsSection(page, data),
      changesOf(page, card),
    ];
  },
});

function stateOf(page: Page, { active, type, medium }: Card) {
  const { inUse, notInUse, types, media } = page.words.loyalty;
  return (
    <span class="states">
      {statusOf(active ? inUse : notInUse, active ? 'good' : 'warn')}
      {statusOf(types[type])}
      {statusOf(media[medium])}
    </span>
  );
}

function figures(page: Page, { type, medium, totals }: Card) {
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

function changesOf(page: Page, card: Card) {
  const { card: words, design } = page.words.loyalty;
  const groups = [{ legend: design, fields: designFields, open: true }];
  return [
    foldedFormOf(page, 'save', { summary: words.settings, values: card, groups }),
    foldedFormOf(page, 'copy', { summary: words.copy, text: words.copyHint }),
    foldedFormOf(page, 'delete', { summary: words.remove, text: words.removeHint, dangerous: true }),
  ];
}

const defaultDays = '30';

/** Reads the range from the address, up to today in the time zone of the account. */
function rangeOf(page: Page): { from: string; by: 'DAY' | 'WEEK' } {
  const days = daysOf(page);
  const first = Temporal.Now.plainDateISO(page.timezone).subtract({ days: days - 1 });
  return { from: String(first), by: days > 100 ? 'WEEK' : 'DAY' };
}

function daysOf(page: Page): number {
  const { ranges } = page.words.loyalty.card;
  const wanted = page.query('range') ?? defaultDays;
  return Number(Object.hasOwn(ranges, wanted) ? wanted : defaultDays);
}

function cardChart(page: Page, { loyaltyCard: { type }, campaignStatistics: { points } }: Data) {
  const { card: words } = page.words.loyalty;
  const given = type === 'STAMP' ? 'stampsAdded' : 'pointsAdded';
  const series = [
    { name: words[given], values: points.map(({ counts }) => Number(counts[given])) },
    { name: words.used, values: points.map(({ counts }) => Number(counts.rewardsUsed)) },
    { name: words.newMembers, values: points.map(({ counts }) => Number(counts.members)) },
  ];
  const options = Object.entries(words.ranges).filter(([days]) => days !== defaultDays);
  return (
    <section>
      {filtersOf(page, [
        { name: 'range', label: words.range, kind: 'select', options, any: words.ranges[defaultDays] },
      ])}
      {barsOf(page, {
        title: words.chart,
        labels: points.map(({ start }) => page.day(start)),
        series,
        axis: rangeOf(page).by === 'DAY' ? words.day : words.week,
      })}
    </section>
  );
}
