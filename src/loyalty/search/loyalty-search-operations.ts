import { z } from 'zod';
import { filterInput, flag, lineText, pageNumber, scannedText } from '../../api/inputs.ts';
import { connection, query } from '../../api/query.ts';
import { tillScope } from '../../api/scope.ts';
import { offsetOf } from '../../kernel/database/paging.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, requireCard } from '../card/card.ts';
import { LoyaltyUserType } from '../user/user.type.ts';
import type { filterFields } from '../user/user-search-key.ts';
import { countUsers, findUsersByText, maxScanned, pageOfUsers, usersScanned } from './user-search.ts';

const equal = (what: string, text = z.string().max(255)) =>
  text.nullish().meta({ description: `Only users with this ${what}, ignoring case.` });

const filter = filterInput('LoyaltyUserFilter', 'Filters users. All conditions must match.', 'all users', {
  keyword: z.string().max(255).nullish().meta({
    description:
      'Only users with a field or a word in it that begins with this text, ignoring case. Searches the id, names, email address, phone number, address, postal code, city and custom fields.',
  }),
  strict: flag('Whether `keyword` must match the whole value of a field. Default: false.'),
  id: z.string().max(255).nullish().meta({ description: 'Only the user with this `userId`.' }),
  firstName: equal('first name', lineText(255)),
  lastName: equal('last name', lineText(255)),
  email: equal('email address'),
  phone: z.string().max(255).nullish().meta({ description: 'Only users with this phone number, in any format.' }),
  custom1: equal('custom field 1'),
  custom2: equal('custom field 2'),
  custom3: equal('custom field 3'),
  custom4: equal('custom field 4'),
  custom5: equal('custom field 5'),
  custom6: equal('custom field 6'),
  custom7: equal('custom field 7'),
  custom8: equal('custom field 8'),
} satisfies Record<(typeof filterFields)[number] | 'id' | 'keyword' | 'strict', z.ZodType>);

export const loyaltyUsers = connection({
  name: 'loyaltyUsers',
  description: 'The users of a loyalty card, newest first.',
  scope: 'READ',
  input: z.object({
    card: loyaltyCardId,
    filter,
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

export const searchLoyaltyUsers = query({
  name: 'searchLoyaltyUsers',
  description:
    'Searches the users of a loyalty card, including voided ones. Returns up to 100 users. A user matches if a word of the first or last name, the email address, the phone number or the id begins with the search text, ignoring case. Sorted alphabetically by the matching value, so exact matches come first. Not paginated.',
  scope: 'READ',
  input: z.object({
    card: loyaltyCardId,
    search: z
      .string()
      .min(3)
      .max(254)
      .regex(/^[\p{L}\p{M}\d_@-]+$/u, 'may contain letters, digits, - _ and @ only')
      .meta({
        description: 'The search text, at least 3 characters. Allowed characters: letters, digits, `-`, `_` and `@`.',
      }),
  }),
  type: [LoyaltyUserType],
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  run: async ({ input, viewer, database }) => {
    const card = await requireRow(database, cardRow, { accountId: viewer.account.id, id: input.card });
    return findUsersByText(database, card, input.search);
  },
});

query({
  name: 'findLoyaltyUser',
  description: `Finds the loyalty users that a code identifies: one for each card of the person, newest first. Returns at most ${maxScanned} users. Empty if there is no such user. Not paginated.`,
  scope: 'READ',
  alternativeScope: tillScope,
  input: z.object({
    code: scannedText.meta({
      description:
        "The code that the till scans. One of: the id of the user (`usr_…`), as in the barcode of a wallet pass; the id of the user of a card (`loy_…:usr_…`); the public address of the user's card. The last two identify a single card.",
    }),
  }),
  type: [LoyaltyUserType],
  run: ({ input, viewer, database }) => usersScanned(database, viewer.account.id, input.code),
});
