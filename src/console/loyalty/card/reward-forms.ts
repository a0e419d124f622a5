import { mutationOf } from '../../../documents/typed-document.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import { form } from '../../frame/screen.ts';

const fields = labelled(({ loyalty }) => loyalty.rewards)({
  name: { kind: 'text', required: true, maxLength: 100 },
  description: { kind: 'textarea', maxLength: 1000 },
  points: { kind: 'number', min: 1, max: 1_000_000 },
  validDays: { kind: 'number', min: 1, max: 36_500 },
});

const { name, ...others } = fields;

export const addReward = form({
  document: mutationOf('createReward'),
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
  submit: ({ loyalty }) => loyalty.rewards.addButton,
  notice: ({ loyalty }) => loyalty.rewards.added,
  problemsAt: { NOT_A_STAMP_CARD: 'unit', STAMP_REWARD_EXISTS: 'unit' },
});

export const editReward = form({
  document: mutationOf('updateReward'),
  fields: { id: { kind: 'hidden' }, ...fields },
  clears: true,
  submit: ({ loyalty }) => loyalty.rewards.save,
  notice: ({ loyalty }) => loyalty.rewards.saved,
});

export const retireReward = form({
  document: mutationOf('retireReward'),
  fields: { id: { kind: 'hidden' } },
  submit: ({ loyalty }) => loyalty.rewards.retire,
  notice: ({ loyalty }) => loyalty.rewards.retired,
});
