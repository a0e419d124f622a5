import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { pageArguments } from '../../kernel/api/query.ts';
import { type PageArguments, toConnection, toPage } from '../../kernel/database/paging.ts';
import { loyaltyUserPath } from '../../kernel/values/links.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { partsOf } from '../../nodes/node-rows.ts';
import { findCard, LoyaltyCardType } from '../card/card.type.ts';
import { findLedger } from '../ledger/ledger.ts';
import { LedgerEntryType } from '../ledger/ledger.type.ts';
import { gender } from '../person/person.inputs.ts';
import { EarnedRewardType, findRewards } from '../reward/earned-reward.type.ts';
import { type LoyaltyUser, loyaltyUserId, readUsers } from './membership.ts';

export const LoyaltyUserType = builder.objectType(builder.objectRef<LoyaltyUser>('LoyaltyUser'), {
  interfaces: [NodeType],
  description: 'A person as the holder of a loyalty card.',
  tillFields: [
    'id',
    'userId',
    'card',
    'cardId',
    'firstName',
    'lastName',
    'stamps',
    'points',
    'voidedAt',
    'createdAt',
    'rewards',
  ],
  fields: (t) => ({
    id: t.id({
      description: 'The id of the card and the id of the person, joined by a colon: `loy_…:usr_…`.',
      resolve: loyaltyUserId,
    }),
    userId: t.exposeID('id', {
      description:
        'The id of the person, which inputs call `user`: `usr_` followed by 16 characters. A person has the same id on every card.',
    }),
    card: t.field({
      type: LoyaltyCardType,
      description: 'The loyalty card.',
      resolve: ({ cardId }, _, { services }) => findCard(services.database, cardId),
    }),
    cardId: t.exposeID('cardId', { description: 'The id of the loyalty card.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name.' }),
    address: t.exposeString('address', { nullable: true, description: 'Street and number.' }),
    zip: t.exposeString('zip', { nullable: true, description: 'Postal code.' }),
    city: t.exposeString('city', { nullable: true, description: 'City.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Phone number, as given.' }),
    email: t.exposeString('email', { nullable: true, description: 'Email address.' }),
    gender: t.expose('gender', { type: enumTypeOf(gender), nullable: true, description: 'Gender.' }),
    birthday: t.exposeString('birthday', { nullable: true, description: 'Date of birth, `yyyy-MM-dd`.' }),
    custom1: t.exposeString('custom1', { nullable: true, description: 'Custom field 1.' }),
    custom2: t.exposeString('custom2', { nullable: true, description: 'Custom field 2.' }),
    custom3: t.exposeString('custom3', { nullable: true, description: 'Custom field 3.' }),
    custom4: t.exposeString('custom4', { nullable: true, description: 'Custom field 4.' }),
    custom5: t.exposeString('custom5', { nullable: true, description: 'Custom field 5.' }),
    custom6: t.exposeString('custom6', { nullable: true, description: 'Custom field 6.' }),
    custom7: t.exposeString('custom7', { nullable: true, description: 'Custom field 7.' }),
    custom8: t.exposeString('custom8', { nullable: true, description: 'Custom field 8.' }),
    stamps: t.exposeInt('stamps', { description: 'The number of stamps on the current card.' }),
    points: t.exposeInt('points', { description: 'The number of points that can be redeemed.' }),
    voidedAt: t.expose('voidedAt', {
      type: 'DateTime',
      nullable: true,
      description: "When the user's card was voided. Null if it is not voided.",
    }),
    url: t.string({
      description: 'The address of the card for this user.',
      resolve: ({ cardCode, id }, _, { services }) => services.publicUrl + loyaltyUserPath(cardCode, id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person received the card.' }),
    rewards: t.field({
      type: [EarnedRewardType],
      description: 'The rewards that the user earned or redeemed, used or not, oldest first. A plain list.',
      resolve: ({ rewards, number }, _, { services }) => rewards ?? findRewards(services.database, number),
    }),
    ledger: t.connection(
      {
        type: LedgerEntryType,
        description: "All changes of the user's balances, newest first.",
        validate: { schema: pageArguments },
        resolve: async ({ number }, given, { services }) => {
          const page = toPage(given as PageArguments);
          const entries = await findLedger(services.database, { membership: number, page });
          return toConnection(entries, page, (entry) => [entry.createdAt, entry.number]);
        },
      },
      { name: 'LedgerEntryConnection', description: 'A page of `LedgerEntry` items.' },
      { name: 'LedgerEntryEdge', description: 'An item of the type `LedgerEntry` and its cursor.' },
    ),
  }),
});

readableById(LoyaltyUserType, {
  form: /^loy_[0-9a-z]{12}:usr_[0-9a-z]{16}$/,
  find: ({ database, viewer }, ids) => {
    const [cards = [], users = []] = partsOf(ids);
    const where =
      'm.card_id IN (:cards) AND m.user_id IN (:users) AND m.account_id = :account AND c.deleted_at IS NULL';
    return readUsers(database, where, { cards, users, account: viewer.account.id });
  },
  idOf: loyaltyUserId,
});
