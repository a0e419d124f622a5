import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { lockRow, requireRow, shareRow } from '../../kernel/database/rows.ts';
import { reserve } from '../../kernel/database/sequence.ts';
import { hashPassword } from '../../kernel/threads/passwords.ts';
import { loyaltyCardId } from '../card/card.inputs.ts';
import { cardRow, creationTypeOf } from '../card/card.ts';
import { newPersonInputs, personInputs } from '../person/person.inputs.ts';
import { insertPersons, newPerson, personRow } from '../person/person.ts';
import { LoyaltyPersonType } from '../person/person.type.ts';
import { requireUser, reserveMemberNumber, voidLoyaltyMember, withRewards } from './loyalty-member.ts';
import {
  addLoyaltyMembers,
  changePerson,
  linkPerson,
  recordUsers,
  removeLoyaltyMembers,
} from './loyalty-member-changes.ts';
import { loyaltyUserKey } from './user.inputs.ts';
import { LoyaltyUserType } from './user.type.ts';

export const loyaltyUser = query({
  name: 'loyaltyUser',
  description: 'A user of a loyalty card.',
  scope: 'READ',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: ({ input, viewer, database }) => requireUser(database, { accountId: viewer.account.id, ...input }),
});

export const createLoyaltyPerson = mutation({
  name: 'createLoyaltyPerson',
  description:
    'Creates a person without a loyalty card. Use `linkLoyaltyUser` to add a card. Records no event, because every loyalty event belongs to a card.',
  scope: 'WRITE',
  input: z.object(newPersonInputs),
  type: LoyaltyPersonType,
  prepare: ({ input }) => hashPassword(input.password),
  run: async ({ input, viewer, transaction, prepared: passwordHash }) => {
    const person = newPerson(viewer.account.id, input);
    await insertPersons(transaction, [{ ...person, passwordHash }]);
    return person;
  },
});

export const createLoyaltyUser = mutation({
  name: 'createLoyaltyUser',
  description: 'Creates a person and a loyalty card for that person.',
  scope: 'WRITE',
  input: z.object({ card: loyaltyCardId, ...personInputs }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  prepare: ({ input, database }) => reserveMemberNumber(database, input.card),
  run: async ({ input, viewer, transaction, prepared: number }) => {
    const card = await shareRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const person = newPerson(viewer.account.id, input);
    await insertPersons(transaction, [person]);
    const event = { type: creationTypeOf(card.medium), keyId: viewer.keyId };
    const [user] = await addLoyaltyMembers(transaction, card, [person], number, event);
    if (!user) throw new Error('The member was not stored.');
    return user;
  },
});

const newUser = z.object(personInputs).meta({ id: 'NewLoyaltyUser', description: 'The data of a new user.' });

export const createLoyaltyUsers = mutation({
  name: 'createLoyaltyUsers',
  description:
    'Creates several people, each with a loyalty card. If any of them is invalid, none is created. The list of users is not paginated. Errors contain the index of the user, such as `users.3.email`.',
  scope: 'WRITE',
  input: z.object({
    card: loyaltyCardId,
    users: z.array(newUser).min(1).max(1000).meta({ description: 'The new users, 1 to 1,000.' }),
  }),
  type: [LoyaltyUserType],
  problems: ['LOYALTY_CARD_NOT_FOUND'],
  rows: ({ users }) => users.length,
  cost: { bulk: 'users' },
  prepare: async ({ input, viewer, database }) => {
    await requireRow(database, cardRow, { accountId: viewer.account.id, id: input.card });
    return reserve(database, 'member', input.users.length);
  },
  run: async ({ input, viewer, transaction, prepared: first }) => {
    const card = await shareRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const persons = input.users.map((given) => newPerson(viewer.account.id, given));
    await insertPersons(transaction, persons);
    const event = { type: creationTypeOf(card.medium), keyId: viewer.keyId };
    return addLoyaltyMembers(transaction, card, persons, first, event);
  },
});

export const linkLoyaltyUser = mutation({
  name: 'linkLoyaltyUser',
  description: 'Makes an existing person a user of a loyalty card.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'USER_ALREADY_LINKED'],
  prepare: ({ input, database }) => reserveMemberNumber(database, input.card),
  run: async ({ input, viewer, transaction, prepared: number }) => {
    const card = await shareRow(transaction, cardRow, { accountId: viewer.account.id, id: input.card });
    const person = await lockRow(transaction, personRow, { accountId: viewer.account.id, id: input.user });
    return linkPerson(transaction, card, person, number, viewer.keyId);
  },
});

export const updateLoyaltyUser = mutation({
  name: 'updateLoyaltyUser',
  description:
    "Updates the data of a person on all of the person's cards. Omitted fields keep their values; `null` clears a field.",
  scope: 'WRITE',
  input: z.object({ ...loyaltyUserKey, ...personInputs }),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: async ({ input: { card, user, ...changes }, viewer, transaction }) => {
    const name = { accountId: viewer.account.id, card, user };
    await requireUser(transaction, name);
    await changePerson(transaction, name.accountId, user, changes, viewer.keyId);
    return withRewards(transaction, await requireUser(transaction, name));
  },
});

export const voidLoyaltyUser = mutation({
  name: 'voidLoyaltyUser',
  description: 'Voids the card of a user. Stamps, points and rewards do not change.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND', 'LOYALTY_USER_ALREADY_VOIDED'],
  run: async ({ input, viewer, transaction }) => {
    const user = await requireUser(transaction, { accountId: viewer.account.id, ...input }, 'exclusive');
    const voided = await withRewards(transaction, await voidLoyaltyMember(transaction, user));
    await recordUsers(transaction, [voided], { type: 'loyalty_user_voided', keyId: viewer.keyId });
    return voided;
  },
});

export const deleteLoyaltyUser = mutation({
  name: 'deleteLoyaltyUser',
  description:
    'Removes a user from a loyalty card, together with the ledger and rewards, and returns the user. A person who has no other card is also removed. Events are kept.',
  scope: 'WRITE',
  input: z.object(loyaltyUserKey),
  type: LoyaltyUserType,
  problems: ['LOYALTY_CARD_NOT_FOUND', 'LOYALTY_USER_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const name = { accountId: viewer.account.id, ...input };
    await requireUser(transaction, name);
    await lockRow(transaction, personRow, { accountId: name.accountId, id: name.user });
    const user = await withRewards(transaction, await requireUser(transaction, name, 'exclusive'));
    await recordUsers(transaction, [user], { type: 'loyalty_user_removed', keyId: viewer.keyId });
    await removeLoyaltyMembers(transaction, [{ number: user.number, userId: user.id }]);
    return user;
  },
});
