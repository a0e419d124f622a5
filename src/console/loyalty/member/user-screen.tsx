import type { ResultOf } from 'gql.tada';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import {
  emptyOf,
  factsOf,
  figureOf,
  headingOf,
  linkButton,
  momentOf,
  pagingOf,
  statusOf,
  tableOf,
} from '../../parts/pieces.tsx';
import { cardTabs } from '../loyalty-tabs.ts';
import { nameOf, rarePersonFields } from './person-fields.ts';
import { userForms } from './user-forms.ts';

const document = graphql(`
  query ConsoleLoyaltyUser($card: ID!, $user: ID!, $after: String) {
    loyaltyUser(card: $card, user: $user) {
      userId firstName lastName email phone birthday gender address zip city
      custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8
      stamps points pointsExpiring { points expiresAt } voidedAt createdAt url
      card { id name type stampsRequired pointsPerAmount rewards { id name unit cost } }
      rewards { id name earnedAt expiresAt usedAt usable }
      walletPasses { platform savedAt removedAt }
      ledger(first: 50, after: $after) {
        nodes {
          id unit delta balance reason rewardId purchase { reference amount } reversedBy locationId location { name } by createdAt
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    locations(first: 500) { nodes { id name } }
    loyaltyCards(first: 100) { nodes { id name } }
  }
`);

type Data = ResultOf<typeof document>;
type User = Data['loyaltyUser'];

export const userScreen = screen({
  path: '/loyalty/:card/users/:user',
  document,
  title: ({ loyaltyUser }, { words }) => nameOf(loyaltyUser, words.loyalty.users.nameless),
  forms: userForms,
  view: (data, page) => {
    const { loyaltyUser: user } = data;
    const { user: words, users } = page.words.loyalty;
    return [
      headingOf(
        [nameOf(user, users.nameless), ' ', statusOf(user.card.name), user.voidedAt && statusOf(users.voided, 'bad')],
        linkButton(user.url, words.page, 'quiet'),
      ),
      cardTabs(page, user.card),
      user.voidedAt && <p class="note warn">{words.voidedAt(page.moment(user.voidedAt))}</p>,
      holdings(page, data),
      !user.voidedAt && counter(page, data),
      userRewards(page, user),
      ledgerSection(page, user),
      changesOf(page, data),
    ];
  },
});

function holdings(page: Page, { loyaltyUser: user }: Data) {
  const { user: words, person } = page.words.loyalty;
  const { stamps, points, card, rewards, walletPasses } = user;
  const required = card.stampsRequired;
  const next = user.pointsExpiring;
  const expiring = next && words.expiring(page.number(next.points), page.moment(next.expiresAt));
  const label = words.of(page.number(stamps), page.number(required));
  return [
    required !== null && <p>{stampCard(stamps, required, label)}</p>,
    <div class="figures">
      {required !== null && figureOf(words.stamps, page.number(stamps), label)}
      {(required === null || points > 0) && figureOf(words.points, page.number(points), expiring)}
      {figureOf(words.usable, page.number(rewards.filter(({ usable }) => usable).length))}
    </div>,
    factsOf([
      [person.email, user.email],
      [person.phone, user.phone],
      [words.since, momentOf(page, user.createdAt)],
      [words.id, <code>{user.userId}</code>],
      ...walletPasses.map((pass) => [words.passes[pass.platform], passState(page, pass)] as const),
    ]),
  ];
}

function passState(page: Page, { savedAt, removedAt }: { savedAt: string | null; removedAt: string | null }): string {
  const { passNever, passRemoved, passSaved } = page.words.loyalty.user;
  if (removedAt) return passRemoved(page.day(removedAt));
  return savedAt ? passSaved(page.day(savedAt)) : passNever;
}

/** Shows the actions at the till. */
function counter(page: Page, data: Data) {
  if (!page.may('REDEEM')) return null;
  const { user: words } = page.words.loyalty;
  const { card, rewards } = data.loyaltyUser;
  const [usable, ...moreUsable] = rewards.filter((reward) => reward.usable);
  const adjusted = { action: card.type === 'STAMP' ? 'ADD_STAMPS' : 'ADD_POINTS', amount: 1 };
  return (
    <section aria-label={words.till}>
      <div class="cards">
        {card.stampsRequired !== null &&
          formOf(page, 'stamps', { values: { amount: 1 }, legend: words.addStamps, data })}
        {card.pointsPerAmount !== null && formOf(page, 'purchase', { legend: words.purchase, data })}
        {usable &&
          formOf(page, 'use', {
            values: { rewards: moreUsable.length === 0 ? [usable.id] : [] },
            legend: words.use,
            data,
          })}
        {card.rewards.some(({ unit }) => unit === 'POINTS') && formOf(page, 'redeem', { legend: words.redeem, data })}
      </div>
      {foldedFormOf(page, 'adjust', { summary: words.adjust, values: adjusted, data })}
    </section>
  );
}

function changesOf(page: Page, data: Data) {
  const { user: words, person } = page.words.loyalty;
  const { loyaltyUser: user, loyaltyCards } = data;
  const groups = [{ legend: person.more, fields: rarePersonFields, open: true }];
  const otherCards = { loyaltyCards: { nodes: loyaltyCards.nodes.filter(({ id }) => id !== user.card.id) } };
  return [
    foldedFormOf(page, 'save', { summary: words.data, text: words.dataHint, values: user, groups }),
    otherCards.loyaltyCards.nodes.length > 0 &&
      foldedFormOf(page, 'link', { summary: words.link, text: words.linkHint, data: otherCards }),
    !user.voidedAt && foldedFormOf(page, 'void', { summary: words.void, text: words.voidHint, dangerous: true }),
    foldedFormOf(page, 'delete', { summary: words.remove, text: words.removeHint, dangerous: true }),
  ];
}

/** The maximum number of stamps that are drawn one by one. A larger number is drawn as a bar. */
const maxDrawn = 50;
const inRow = 10;
const [size, radius] = [34, 13];

function stampCard(stamps: number, required: number, label: string) {
  const filled = Math.min(stamps, required);
  if (required > maxDrawn) return <progress max={required} value={filled} aria-label={label} />;
  const columns = columnsOf(required);
  const rows = Math.ceil(required / columns);
  const circles = Array.from({ length: required }, (_, index) => (
    <circle
      cx={(index % columns) * size + size / 2}
      cy={Math.floor(index / columns) * size + size / 2}
      r={radius}
      {...(index < filled && { class: 'full' })}
    />
  ));
  const [width, height] = [columns * size, rows * size];
  return (
    <svg
      class="stamp-card"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {circles}
    </svg>
  );
}

/** Returns the number of stamps per row that fills the rows most evenly: 12 stamps make two rows of six. */
function columnsOf(required: number): number {
  return Math.ceil(required / Math.ceil(required / inRow));
}

/** Shows the ledger, newest first, with buttons that reverse entries. */
function ledgerSection(page: Page, { ledger: { nodes, pageInfo }, rewards }: User) {
  const { user: words, stamps, points } = page.words.loyalty;
  const names = new Map(rewards.map(({ id, name }) => [id, name]));
  return [
    <h2 id="ledger">{words.ledger}</h2>,
    tableOf({
      caption: words.ledger,
      rows: nodes,
      empty: emptyOf(words.ledgerEmpty),
      columns: [
        { name: words.when, cell: ({ createdAt }) => momentOf(page, createdAt) },
        {
          name: words.what,
          cell: ({ reason, rewardId, purchase }) => {
            const bought = purchase && words.purchaseOf(purchase.reference, page.number(purchase.amount));
            const name = bought ?? (rewardId && names.get(rewardId));
            return name ? `${words.reasons[reason]}: ${name}` : words.reasons[reason];
          },
        },
        { name: words.change, number: true, cell: ({ delta }) => (delta === 0 ? '–' : signed(page, delta)) },
        {
          name: words.balance,
          number: true,
          cell: ({ unit, balance }) => (unit === 'STAMPS' ? stamps : points)(page.number(balance)),
        },
        { name: words.location, cell: ({ location, locationId }) => location?.name ?? locationId ?? '–' },
        { name: words.by, cell: ({ by }) => by ?? '–' },
        page.may('REDEEM') && { name: words.reverse, cell: (entry) => reversalOf(page, entry) },
      ],
    }),
    pagingOf(page, pageInfo),
  ];
}

function signed(page: Page, delta: number): string {
  return delta > 0 ? `+${page.number(delta)}` : `−${page.number(-delta)}`;
}

function reversalOf(page: Page, { id, reason, reversedBy, createdAt }: User['ledger']['nodes'][number]) {
  const { reasons, reverseOf, wasReversed } = page.words.loyalty.user;
  if (reversedBy) return wasReversed;
  if (reason === 'REVERSED' || reason === 'POINTS_EXPIRED') return '–';
  const label = reverseOf(reasons[reason], page.moment(createdAt));
  return formOf(page, 'reverse', { key: id, values: { entry: id }, quiet: true, label });
}

/** The maximum number of rewards to show. A member can get hundreds over the years, and the ledger shows them all. */
const maxShown = 50;

/** Shows the rewards, newest first. */
function userRewards(page: Page, { rewards }: User) {
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

function stateOf(page: Page, { usedAt, usable }: User['rewards'][number]) {
  const { rewardUsed, rewardUsable, rewardExpired } = page.words.loyalty.user;
  if (usedAt) return statusOf(rewardUsed(page.moment(usedAt)));
  return usable ? statusOf(rewardUsable, 'good') : statusOf(rewardExpired, 'warn');
}
