import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form } from '../../frame/screen.ts';
import type { LabelledField } from '../../frame/screen-field.ts';
import { personFields } from './person-fields.ts';

const ofUser = ({ params }: Page) => ({ card: params.card, user: params.user });

const savePerson = form(mutationOf('updateLoyaltyUser'), {
  fields: personFields,
  clears: true,
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.save, user.saved],
});

const linkCard = form(mutationOf('linkLoyaltyUser', 'cardId userId'), {
  fields: labelled(({ loyalty }) => loyalty.user)({
    card: {
      kind: 'select',
      word: 'linkCard',
      required: true,
      options: (_, { loyaltyCards }: { loyaltyCards: { nodes: { id: string; name: string }[] } }) =>
        loyaltyCards.nodes.map(({ id, name }) => [id, name] as const),
    },
  }),
  adds: ({ params }) => ({ user: params.user }),
  says: ({ loyalty: { user } }) => [user.linkButton, user.linked],
  done: ({ linkLoyaltyUser: { cardId, userId } }) => `/loyalty/${cardId}/users/${userId}`,
  problemsAt: { USER_ALREADY_LINKED: 'card', LOYALTY_CARD_NOT_FOUND: 'card' },
});

const voidUser = form(mutationOf('voidLoyaltyUser'), {
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.voidButton, user.voided],
});

const deleteUser = form(mutationOf('deleteLoyaltyUser', 'cardId'), {
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.removeButton, user.removed],
  done: ({ deleteLoyaltyUser: { cardId } }) => `/loyalty/${cardId}/users`,
});

interface Choices {
  locations: { nodes: { id: string; name: string }[] };
  loyaltyUser: {
    rewards: { id: string; name: string; usable: boolean }[];
    card: { type: string; rewards: { id: string; name: string; unit: string; cost: number | null }[] };
  };
}

const location: LabelledField = {
  kind: 'select',
  label: ({ loyalty }) => loyalty.user.location,
  options: (_, { locations }: Choices) => locations.nodes.map(({ id, name }) => [id, name] as const),
};

const amount: LabelledField = {
  kind: 'number',
  label: ({ loyalty }) => loyalty.user.amount,
  error: ({ loyalty }) => loyalty.user.amountError,
  required: true,
  min: 1,
  max: 1_000_000,
};

const addStamps = form(mutationOf('addStamps'), {
  fields: { amount, location },
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.addStamps, user.stampsAdded],
  problemsAt: { DAILY_LIMIT: 'amount' },
});

const adjustBalance = form(mutationOf('adjustLoyaltyBalance'), {
  fields: labelled(({ loyalty }) => loyalty.user)({
    action: { kind: 'select', required: true, options: ({ loyalty }) => Object.entries(loyalty.user.actions) },
    amount,
    location,
  }),
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.adjustButton, user.adjusted],
  problemsAt: { BALANCE_TOO_LOW: 'amount', DAILY_LIMIT: 'amount' },
});

const addPurchase = form(mutationOf('addPurchase'), {
  fields: labelled(({ loyalty }) => loyalty.user)({
    amount: { kind: 'decimal', word: 'spent', required: true, maxLength: 13 },
    reference: { kind: 'text', required: true, maxLength: 100 },
    location,
  }),
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.purchase, user.purchased],
  problemsAt: {
    PURCHASE_EXISTS: 'reference',
    PURCHASE_REVERSED: 'reference',
    DAILY_LIMIT: 'amount',
    NO_POINTS_FOR_PURCHASES: 'amount',
  },
});

const redeemPoints = form(mutationOf('redeemPoints'), {
  fields: labelled(({ loyalty }) => loyalty.user)({
    reward: {
      kind: 'select',
      required: true,
      options: ({ loyalty }, { loyaltyUser: { card } }: Choices) =>
        card.rewards
          .filter(({ unit }) => unit === 'POINTS')
          .map(({ id, name, cost }) => [id, `${name} (${loyalty.points(String(cost))})`] as const),
    },
    location,
  }),
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.redeemButton, user.redeemed],
  problemsAt: { BALANCE_TOO_LOW: 'reward', REWARD_NOT_FOUND: 'reward' },
});

const consumeReward = form(mutationOf('useRewards'), {
  fields: labelled(({ loyalty }) => loyalty.user)({
    rewards: {
      kind: 'checks',
      word: 'usable',
      options: (_, { loyaltyUser: { rewards } }: Choices) =>
        rewards
          .filter(({ usable }) => usable)
          .slice(0, 100)
          .map(({ id, name }) => [id, name] as const),
    },
    location,
  }),
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.use, user.used],
  problemsAt: { REWARD_NOT_FOUND: 'rewards', REWARD_NOT_USABLE: 'rewards' },
});

const reverseEntry = form(mutationOf('reverseLedgerEntry'), {
  fields: { entry: { kind: 'hidden' } },
  adds: ofUser,
  says: ({ loyalty: { user } }) => [user.reverse, user.reversed],
});

export const userForms = {
  ...{
    stamps: addStamps,
    purchase: addPurchase,
    adjust: adjustBalance,
    redeem: redeemPoints,
    use: consumeReward,
    reverse: reverseEntry,
  },
  ...{ save: savePerson, link: linkCard, void: voidUser, delete: deleteUser },
};
