import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { findLocation } from '../../locations/location/location.ts';
import { LocationType } from '../../locations/location/location.type.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { findPurchaseOf, type Purchase } from '../purchase/purchase.ts';
import { balanceUnit } from '../reward/reward.inputs.ts';
import {
  findEntries,
  findReversal,
  type LedgerEntry,
  type LedgerReason as LedgerReasonName,
  ledgerEntries,
} from './ledger.ts';

const LedgerReason = builder.enumType('LedgerReason', {
  description: 'The reason for a change to a balance.',
  values: {
    STAMPS_ADDED: { description: 'Stamps were added.' },
    STAMPS_REMOVED: { description: 'Stamps were removed.' },
    POINTS_ADDED: { description: 'Points were added.' },
    POINTS_REMOVED: { description: 'Points were removed.' },
    POINTS_EXPIRED: { description: 'Points expired.' },
    REWARD_EARNED: {
      description: 'A full card earned a reward, or stamps reached the milestone of one. `delta` is 0 for a milestone.',
    },
    REWARD_REDEEMED: { description: 'Points were redeemed for a reward.' },
    REWARD_USED: { description: 'A reward was used. `delta` is 0.' },
    REVERSED: { description: 'An earlier entry was reversed.' },
  } satisfies Record<LedgerReasonName, object>,
});

const PurchaseType = builder.objectType(builder.objectRef<Purchase>('LoyaltyPurchase'), {
  description: 'A purchase that gave points.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'Your reference, unique within the card.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'The amount that the customer spent.' }),
  }),
});

export const LedgerEntryType = nodeType<LedgerEntry>('LedgerEntry', {
  form: 'ledgerEntry',
  find: ({ database, viewer }, ids) => findEntries(database, viewer.account.id, ids),
  description: "A change to a user's balance. The balance is the sum of all its entries. Entries never change.",
  fields: (t) => ({
    ...shownColumns(t, ledgerEntries, {
      id: '`led_` followed by 16 characters.',
      delta: 'The change: positive if stamps or points were added, negative if they were removed, and 0 otherwise.',
      balance: 'The balance after the entry.',
      rewardId: 'The id of the reward that was earned, redeemed or used: `rwd_` followed by 16 characters.',
      locationId:
        'The id of the location where the change was made. It may be an unregistered id that the caller chose. A reversal without a location has that of the reversed entry.',
      keyId: 'The id of the API key, person or till that made the change.',
      createdAt: 'When the entry was made.',
    }),
    unit: t.expose('unit', { type: enumTypeOf(balanceUnit), description: 'The unit of the entry: stamps or points.' }),
    reason: t.expose('reason', { type: LedgerReason, description: 'The reason for the change.' }),
    reverses: t.exposeID('reverses', { nullable: true, description: 'The id of the entry that this entry reverses.' }),
    reversedBy: t.id({
      nullable: true,
      description: 'The id of the entry that reversed this entry. Null if it has not been reversed.',
      resolve: ({ id, reason }, _, { services }) =>
        reason === 'REVERSED' ? null : findReversal(services.database, id),
    }),
    purchase: t.field({
      type: PurchaseType,
      nullable: true,
      description: 'The purchase for which the entry added points. Null if there is none.',
      resolve: ({ id, reason }, _, { services }) =>
        reason === 'POINTS_ADDED' ? findPurchaseOf(services.database, id) : null,
    }),
    location: t.field({
      type: LocationType,
      nullable: true,
      description:
        'The location where the change was made. Null if `locationId` is not the id of a registered location.',
      resolve: ({ locationId: id }, _, { services, viewer }) =>
        id && viewer ? findLocation(services.database, { accountId: viewer.account.id, id }) : null,
    }),
  }),
});
