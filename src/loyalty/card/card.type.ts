import { enumTypeOf } from '../../api/arguments.ts';
import { shownColumns, shownFields, tillFieldsOf } from '../../api/noun-fields.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { loyaltyCardPath } from '../../vocabulary/links.ts';
import { cardFields } from './card.fields.ts';
import { cardMedium, cardType, pointsRounding } from './card.inputs.ts';
import { type BriefCard, cardTexts, loyaltyCards } from './card.ts';

export const LoyaltyCardType = nodeType<BriefCard>('LoyaltyCard', {
  form: 'loyaltyCard',
  find: ofAccount(cardTexts.brief),
  description: 'A campaign in which users collect stamps or points and earn rewards.',
  tillFields: [
    ...tillFieldsOf(cardFields),
    ...[
      'id',
      'code',
      'name',
      'type',
      'medium',
      'active',
      'stampsRequired',
      'maxPerDay',
      'pointsPerAmount',
      'pointsRounding',
      'pointsValidDays',
      'rewards',
    ],
  ],
  fields: (t) => ({
    ...shownColumns(t, loyaltyCards, {
      id: '`loy_` followed by 12 characters.',
      code: 'The 8 characters that identify the card in its public address.',
      name: 'Name of the card.',
      domain: 'The internet domain of the card.',
      stampsRequired: 'The number of stamps that fill the card. Only for stamp cards.',
      maxPerDay:
        'The maximum number of stamps that a user receives on a calendar day. On a membership card, the maximum number of points. Null for no limit.',
      pointsValidDays: 'For how many days new points are valid. Null for no limit.',
      createdAt: 'When the card was created.',
    }),
    pointsPerAmount: t.expose('pointsPerAmount', {
      type: 'Decimal',
      nullable: true,
      description: 'The points that a purchase gives for each unit of money. Null if it gives none.',
    }),
    pointsRounding: t.expose('pointsRounding', {
      type: enumTypeOf(pointsRounding),
      description: 'How the points for a purchase are rounded.',
    }),
    type: t.expose('type', { type: enumTypeOf(cardType), description: 'The type of the card.' }),
    medium: t.expose('medium', { type: enumTypeOf(cardMedium), description: 'Where customers keep the card.' }),
    active: t.boolean({
      description:
        'Whether the card is in use. Customers do not see an inactive card. A card with users must be inactive before it can be deleted.',
      resolve: ({ deactivatedAt }) => deactivatedAt === null,
    }),
    url: t.string({
      description: 'The public address of the card.',
      resolve: ({ code }, _, { services }) => services.publicUrl + loyaltyCardPath(code),
    }),
    ...shownFields(t, cardFields, cardTexts),
  }),
});

/** Finds a card by an id that must exist. */
export const findCard = batched<string, BriefCard>(async (database, ids) => {
  const found = await findRows(database, { ...cardTexts.brief, existing: {} }, { id: ids });
  return ids.map((id) => found.find((card) => card.id === id) ?? new Error(`Loyalty card ${id} not found.`));
});
