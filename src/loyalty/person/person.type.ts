import { shownColumns, shownFields } from '../../api/noun-fields.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { personFields } from './person.fields.ts';
import { loyaltyPersons, type Person, personRow } from './person.ts';

export const LoyaltyPersonType = nodeType<Person>('LoyaltyPerson', {
  form: 'loyaltyUser',
  find: ofAccount(personRow),
  description: 'A person who can have loyalty cards.',
  fields: (t) => ({
    ...shownColumns(t, loyaltyPersons, {
      id: 'The user id of the person on every card: `usr_` followed by 16 characters.',
      createdAt: 'When the person was created.',
    }),
    ...shownFields(t, personFields),
  }),
});
