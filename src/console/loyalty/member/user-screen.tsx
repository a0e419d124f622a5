import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../../documents/typed-document.ts';
import type { Page } from '../../frame/page.ts';
import { screen } from '../../frame/screen.ts';
import { foldedFormOf, formOf } from '../../parts/form.tsx';
import { figureOf, headingOf, linkButton, momentOf, statusOf } from '../../parts/pieces.tsx';
import { factsOf } from '../../parts/table.tsx';
import { cardTabs } from '../loyalty-tabs.ts';
import { addStamps, adjustBalance, consumeReward, redeemPoints, reverseEntry } from './balance-forms.ts';
import { ledgerSection } from './ledger-section.tsx';
import { nameOf, rarePersonFields } from './person-fields.ts';
import { stampCard } from './stamp-card.tsx';
import { deleteUser, linkCard, savePerson, voidUser } from './user-forms.ts';
import { userRewards } from './user-rewards.tsx';

const document = graphql(`
  query ConsoleLoyaltyUser($card: ID!, $user: ID!, $after: String) {
    loyaltyUser(card: $card, user: $user) {
      userId firstName lastName email phone birthday gender address zip city
      custom1 custom2 custom3 custom4 custom5 custom6 custom7 custom8
      stamps points voidedAt createdAt url
      card { id name type stampsRequired rewards { id name unit cost } }
      rewards { id name earnedAt expiresAt usedAt usable }
      walletPasses { platform savedAt removedAt }
      ledger(first: 50, after: $after) {
        nodes {
          id unit delta balance reason rewardId reversedBy merchantId merchant { name } by createdAt
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    merchants(first: 500) { nodes { id name } }
    loyaltyCards(first: 100) { nodes { id name } }
  }
`);

type Data = ResultOf<typeof document>;

export const userScreen = screen({
  path: '/loyalty/:card/users/:user',
  scope: 'READ',
  document,
  variables: (page) => ({ card: page.params.card ?? '', user: page.params.user ?? '', after: page.query('after') }),
  title: ({ loyaltyUser }, { words }) => nameOf(loyaltyUser, words.loyalty.users.nameless),
  forms: {
    stamps: addStamps,
    adjust: adjustBalance,
    redeem: redeemPoints,
    use: consumeReward,
    reverse: reverseEntry,
    save: savePerson,
    link: linkCard,
    void: voidUser,
    delete: deleteUser,
  },
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
      userRewards(page, user.rewards),
      ledgerSection(page, user.ledger, user.rewards),
      changesOf(page, data),
    ];
  },
});

function holdings(page: Page, { loyaltyUser: user }: Data): ComponentChildren {
  const { user: words, person } = page.words.loyalty;
  const { stamps, points, card, rewards, walletPasses } = user;
  const required = card.stampsRequired;
  const label = words.of(page.number(stamps), page.number(required));
  return [
    required !== null && <p>{stampCard(stamps, required, label)}</p>,
    <div class="figures">
      {required !== null && figureOf(words.stamps, page.number(stamps), label)}
      {(required === null || points > 0) && figureOf(words.points, page.number(points))}
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
function counter(page: Page, data: Data): ComponentChildren {
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

function changesOf(page: Page, data: Data): ComponentChildren {
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
