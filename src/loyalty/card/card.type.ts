import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { selectList } from '../../kernel/database/columns.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { loyaltyCardPath } from '../../kernel/values/links.ts';
import { cardMedium, cardType } from './card.inputs.ts';
import { cardColumns, type LoyaltyCard } from './card.ts';

export const LoyaltyCardType = builder.objectType(builder.objectRef<LoyaltyCard>('LoyaltyCard'), {
  description: 'A campaign whose users collect stamps or points and earn rewards.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`loy_` and 12 characters.' }),
    code: t.exposeString('code', { description: 'Eight characters that stand in its public address.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    domain: t.exposeString('domain', { nullable: true, description: 'The internet domain that it appears under.' }),
    type: t.expose('type', { type: enumTypeOf(cardType), description: 'What it is for.' }),
    medium: t.expose('medium', { type: enumTypeOf(cardMedium), description: 'Where customers have it.' }),
    active: t.boolean({
      description: 'Whether it is in use. It decides about lists only.',
      resolve: ({ deactivatedAt }) => deactivatedAt === null,
    }),
    stampsRequired: t.exposeInt('stampsRequired', {
      nullable: true,
      description: 'How many stamps fill it; only of a stamp card.',
    }),
    url: t.string({
      description: 'Its public address.',
      resolve: ({ code }, _, { services }) => services.publicUrl + loyaltyCardPath(code),
    }),
    title: t.exposeString('title', { nullable: true, description: 'What customers read.' }),
    description: t.exposeString('description', { nullable: true, description: 'What customers read below the title.' }),
    backgroundColor: t.exposeString('backgroundColor', { nullable: true, description: 'Its color: `#rrggbb`.' }),
    textColor: t.exposeString('textColor', { nullable: true, description: 'The color of its text: `#rrggbb`.' }),
    logoUrl: t.exposeString('logoUrl', { nullable: true, description: 'The address of its logo.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
});

/** The card of this id, which is known to be there. */
export const findCard = shared<string, LoyaltyCard>(async (database, ids) => {
  const found = await database.rows<LoyaltyCard>(
    ...bind(`SELECT ${selectList(cardColumns)} FROM loyalty_cards c WHERE c.id IN (:ids)`, { ids }),
  );
  return ids.map((id) => found.find((card) => card.id === id) ?? new Error(`loyalty card ${id} is gone`));
});
