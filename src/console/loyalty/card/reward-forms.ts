import { graphql } from '../../../documents/typed-document.ts';
import { form } from '../../frame/screen.ts';
import type { Field } from '../../frame/screen-field.ts';

const fields = {
  name: { kind: 'text', label: ({ loyalty }) => loyalty.rewards.name, required: true, most: 100 },
  description: { kind: 'textarea', label: ({ loyalty }) => loyalty.rewards.description, most: 1000 },
  points: {
    kind: 'number',
    label: ({ loyalty }) => loyalty.rewards.points,
    hint: ({ loyalty }) => loyalty.rewards.pointsHint,
    min: 1,
    max: 1_000_000,
  },
  validDays: {
    kind: 'number',
    label: ({ loyalty }) => loyalty.rewards.validDays,
    hint: ({ loyalty }) => loyalty.rewards.validDaysHint,
    min: 1,
    max: 36_500,
  },
} satisfies Record<string, Field>;

const { name, ...others } = fields;

export const addReward = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleCreateReward($input: CreateRewardInput!) {
      createReward(input: $input) { id }
    }
  `),
  fields: {
    name,
    unit: {
      kind: 'select',
      label: ({ loyalty }) => loyalty.rewards.unit,
      required: true,
      options: ({ loyalty }, { loyaltyCard }: { loyaltyCard: { type: string } }) => {
        const { STAMPS, POINTS } = loyalty.rewards.unitOptions;
        const points = ['POINTS', POINTS] as const;
        return loyaltyCard.type === 'STAMP' ? [['STAMPS', STAMPS] as const, points] : [points];
      },
    },
    ...others,
  },
  variables: (input, { params }) => ({ input: Object.assign(input, { card: params.card }) }),
  submit: ({ loyalty }) => loyalty.rewards.addButton,
  doneWords: ({ loyalty }) => loyalty.rewards.added,
  problemsAt: { NOT_A_STAMP_CARD: 'unit', STAMP_REWARD_EXISTS: 'unit' },
});

export const editReward = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleUpdateReward($input: UpdateRewardInput!) {
      updateReward(input: $input) { id }
    }
  `),
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  variables: (input) => ({ input }),
  submit: ({ loyalty }) => loyalty.rewards.save,
  doneWords: ({ loyalty }) => loyalty.rewards.saved,
});

export const retireReward = form({
  scope: 'WRITE',
  document: graphql(`
    mutation ConsoleRetireReward($input: RetireRewardInput!) {
      retireReward(input: $input) { id }
    }
  `),
  fields: { id: { kind: 'hidden' } },
  variables: (input) => ({ input }),
  submit: ({ loyalty }) => loyalty.rewards.retire,
  doneWords: ({ loyalty }) => loyalty.rewards.retired,
});
