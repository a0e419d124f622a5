import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { balanceUnit } from '../reward/reward.inputs.ts';
import type { LedgerEntry, LedgerReason as LedgerReasonName } from './ledger.ts';

const LedgerReason = builder.enumType('LedgerReason', {
  description: 'Why a balance changed.',
  values: {
    STAMPS_ADDED: { description: 'Stamps were added.' },
    STAMPS_REMOVED: { description: 'Stamps were removed.' },
    POINTS_ADDED: { description: 'Points were added.' },
    POINTS_REMOVED: { description: 'Points were removed.' },
    REWARD_EARNED: { description: 'A full card of stamps became a reward.' },
    REWARD_REDEEMED: { description: 'Points became a reward.' },
    REWARD_USED: { description: 'A reward was used, which takes nothing any more.' },
    REVERSED: { description: 'An earlier entry was compensated.' },
  } satisfies Record<LedgerReasonName, object>,
});

export const LedgerEntryType = builder.objectType(builder.objectRef<LedgerEntry>('LedgerEntry'), {
  description: 'A change of what a user has. Balances are the sums of their entries, which are never changed.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`led_` and 16 characters.' }),
    unit: t.expose('unit', { type: enumTypeOf(balanceUnit), description: 'What it counts.' }),
    delta: t.exposeInt('delta', { description: 'How many were added; negative for those that were taken.' }),
    balance: t.exposeInt('balance', { description: 'How many the user has after it.' }),
    reason: t.expose('reason', { type: LedgerReason, description: 'Why.' }),
    rewardId: t.exposeID('rewardId', {
      nullable: true,
      description: 'The reward of the user that was earned, redeemed or used: `rwd_` and 16 characters.',
    }),
    reverses: t.exposeID('reverses', { nullable: true, description: 'The entry that it compensates.' }),
    merchantId: t.exposeID('merchantId', { nullable: true, description: 'Where it happened.' }),
    keyId: t.exposeID('keyId', { nullable: true, description: 'The API key that did it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});
