import { builder } from '../../api/builder.ts';
import { shownColumns, shownFields, tillFieldsOf } from '../../api/noun-fields.ts';
import { pageArguments } from '../../api/query.ts';
import { type PageArguments, toConnection, toPage } from '../../kernel/database/paging.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { partsOf } from '../../nodes/node-rows.ts';
import { loyaltyUserPath } from '../../vocabulary/links.ts';
import { findCard, LoyaltyCardType } from '../card/card.type.ts';
import { findLedger } from '../ledger/ledger.ts';
import { LedgerEntryType } from '../ledger/ledger.type.ts';
import { type ExpiringPoints, findExpiringPoints } from '../ledger/point-lot.ts';
import { personFields } from '../person/person.fields.ts';
import { EarnedRewardType, findRewards } from '../reward/reward.type.ts';
import { type LoyaltyUser, loyaltyMembers, loyaltyUserId, readUsers } from './loyalty-member.ts';

const ExpiringPointsType = builder.objectType(builder.objectRef<ExpiringPoints>('ExpiringPoints'), {
  description: 'Points of a user that expire at the same time.',
  tillFields: ['points', 'expiresAt'],
  fields: (t) => ({
    points: t.exposeInt('points', { description: 'The number of points.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When they expire: the end of a day in the time zone of the account.',
    }),
  }),
});

export const LoyaltyUserType = nodeType<LoyaltyUser>('LoyaltyUser', {
  form: /^loy_[0-9a-z]{12}:usr_[0-9a-z]{16}$/,
  find: ({ database, viewer }, ids) => {
    const [cards = [], users = []] = partsOf(ids);
    const where =
      'm.card_id IN (:cards) AND m.user_id IN (:users) AND m.account_id = :account AND c.deleted_at IS NULL';
    return readUsers(database, where, { cards, users, account: viewer.account.id });
  },
  idOf: loyaltyUserId,
  description: 'A person who holds a loyalty card.',
  tillFields: [
    ...tillFieldsOf(personFields),
    ...[
      'id',
      'userId',
      'card',
      'cardId',
      'stamps',
      'points',
      'pointsExpiring',
      'filledCards',
      'voidedAt',
      'createdAt',
      'rewards',
    ],
  ],
  fields: (t) => ({
    id: t.id({
      description: 'The id of the card and the id of the person, joined by a colon: `loy_…:usr_…`.',
      resolve: loyaltyUserId,
    }),
    userId: t.exposeID('id', {
      description:
        'The id of the person: `usr_` followed by 16 characters. It is the same on all cards of the person. Inputs call it `user`.',
    }),
    card: t.field({
      type: LoyaltyCardType,
      description: 'The loyalty card.',
      resolve: ({ cardId }, _, { services }) => findCard(services.database, cardId),
    }),
    ...shownColumns(t, loyaltyMembers, {
      cardId: 'The id of the loyalty card.',
      stamps: 'The number of stamps on the current card.',
      points: 'The number of points that can be redeemed.',
      filledCards: 'How many full cards have earned their reward.',
      voidedAt: "When the user's card was voided. Null if it is not voided.",
      createdAt: 'When the person received the card.',
    }),
    pointsExpiring: t.field({
      type: ExpiringPointsType,
      nullable: true,
      description: 'The points that expire next. Null if no points of the user expire.',
      resolve: ({ number }, _, { services }) => findExpiringPoints(services.database, number),
    }),
    ...shownFields(t, personFields),
    url: t.string({
      description: 'The address of the card for this user.',
      resolve: ({ cardCode, id }, _, { services }) => services.publicUrl + loyaltyUserPath(cardCode, id),
    }),
    rewards: t.field({
      type: [EarnedRewardType],
      description: 'The rewards that the user earned or redeemed, including used rewards, oldest first. Not paginated.',
      resolve: ({ rewards, number }, _, { services }) => rewards ?? findRewards(services.database, number),
    }),
    ledger: t.connection(
      {
        type: LedgerEntryType,
        description: "All changes to the user's balances, newest first.",
        validate: { schema: pageArguments },
        resolve: async ({ number }, given, { services }) => {
          const page = toPage(given as PageArguments);
          const entries = await findLedger(services.database, { member: number, page });
          return toConnection(entries, page, (entry) => [entry.createdAt, entry.number]);
        },
      },
      { name: 'LedgerEntryConnection', description: 'A page of `LedgerEntry` items.' },
      { name: 'LedgerEntryEdge', description: 'An item of type `LedgerEntry` and its cursor.' },
    ),
  }),
});
