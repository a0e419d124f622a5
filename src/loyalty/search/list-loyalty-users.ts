import { z } from 'zod';
import { pageNumber } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { offsetOf } from '../../kernel/database/paging.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { requireCard } from '../card/card.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import type { filterFields } from '../user/user-search-key.ts';
import { countUsers, pageOfUsers } from './user-search.ts';

const equal = (what: string) =>
  z
    .string()
    .max(255)
    .nullish()
    .meta({ description: `Only users with this ${what}, ignoring case.` });

const filter = z
  .object({
    keyword: z.string().max(255).nullish().meta({
      description:
        'Only users with a field that begins with this text, or has a word that does, ignoring case: the id, a name, the email address, the phone number, address, postal code, city or a custom field.',
    }),
    strict: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether `keyword` has to be the whole value of a field. Default: false.' }),
    id: z.string().max(255).nullish().meta({ description: 'Only the user with this `userId`.' }),
    firstName: equal('first name'),
    lastName: equal('last name'),
    email: equal('email address'),
    phone: z
      .string()
      .max(255)
      .nullish()
      .meta({ description: 'Only users with this phone number, however it is formatted.' }),
    custom1: equal('custom field 1'),
    custom2: equal('custom field 2'),
    custom3: equal('custom field 3'),
    custom4: equal('custom field 4'),
    custom5: equal('custom field 5'),
    custom6: equal('custom field 6'),
    custom7: equal('custom field 7'),
    custom8: equal('custom field 8'),
  } satisfies Record<(typeof filterFields)[number] | 'id' | 'keyword' | 'strict', z.ZodType>)
  .meta({ id: 'LoyaltyUserFilter', description: 'Filters users. All conditions must match.' });

export const loyaltyUsers = connection({
  name: 'loyaltyUsers',
  description: 'The users of a loyalty card, newest first.',
  scope: 'READ',
  input: z.object({
    card: loyaltyCardId,
    filter: filter.nullish().meta({ description: 'Filters users. Default: all users.' }),
    includeVoided: z.boolean().default(false).meta({ description: 'Whether to include users whose card is voided.' }),
    page: pageNumber,
  }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: async ({ input, viewer, database, page }) => {
    const offset = offsetOf(page, input.page);
    const card = await requireCard(database, { accountId: viewer.account.id, id: input.card });
    return pageOfUsers(database, { ...input, card, filter: input.filter ?? {} }, page, offset);
  },
  count: async ({ input, viewer, database }) => {
    const card = await requireCard(database, { accountId: viewer.account.id, id: input.card });
    return countUsers(database, { ...input, card, filter: input.filter ?? {} });
  },
  keysOf: (user) => [user.createdAt, user.number],
});
