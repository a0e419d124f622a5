import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import { form } from '../../frame/screen.ts';
import type { LabelledField } from '../../frame/screen-field.ts';
import { ofUser } from './user-forms.ts';

interface Choices {
  merchants: { nodes: { id: string; name: string }[] };
  loyaltyUser: {
    rewards: { id: string; name: string; usable: boolean }[];
    card: { type: string; rewards: { id: string; name: string; unit: string; cost: number | null }[] };
  };
}

const merchant: LabelledField = {
  kind: 'select',
  label: ({ loyalty }) => loyalty.user.merchant,
  options: (_, { merchants }: Choices) => merchants.nodes.map(({ id, name }) => [id, name] as const),
};

const amount: LabelledField = {
  kind: 'number',
  label: ({ loyalty }) => loyalty.user.amount,
  error: ({ loyalty }) => loyalty.user.amountError,
  required: true,
  min: 1,
  max: 1_000_000,
};

export const addStamps = form({
  document: mutationOf('addStamps'),
  fields: { amount, merchant },
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.addStamps,
  notice: ({ loyalty }) => loyalty.user.stampsAdded,
});

export const adjustBalance = form({
  document: mutationOf('adjustLoyaltyBalance'),
  fields: labelled(({ loyalty }) => loyalty.user)({
    action: { kind: 'select', required: true, options: ({ loyalty }) => Object.entries(loyalty.user.actions) },
    amount,
    merchant,
  }),
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.adjustButton,
  notice: ({ loyalty }) => loyalty.user.adjusted,
  problemsAt: { BALANCE_TOO_LOW: 'amount' },
});

export const redeemPoints = form({
  document: mutationOf('redeemPoints'),
  fields: labelled(({ loyalty }) => loyalty.user)({
    reward: {
      kind: 'select',
      required: true,
      options: ({ loyalty }, { loyaltyUser: { card } }: Choices) =>
        card.rewards
          .filter(({ unit }) => unit === 'POINTS')
          .map(({ id, name, cost }) => [id, `${name} (${loyalty.points(String(cost))})`] as const),
    },
    merchant,
  }),
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.redeemButton,
  notice: ({ loyalty }) => loyalty.user.redeemed,
  problemsAt: { BALANCE_TOO_LOW: 'reward', REWARD_NOT_FOUND: 'reward' },
});

export const consumeReward = form({
  document: mutationOf('useRewards'),
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
    merchant,
  }),
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.use,
  notice: ({ loyalty }) => loyalty.user.used,
  problemsAt: { REWARD_NOT_FOUND: 'rewards', REWARD_NOT_USABLE: 'rewards' },
});

export const reverseEntry = form({
  document: mutationOf('reverseLedgerEntry'),
  fields: { entry: { kind: 'hidden' } },
  adds: ofUser,
  submit: ({ loyalty }) => loyalty.user.reverse,
  notice: ({ loyalty }) => loyalty.user.reversed,
});
