import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import { idPattern } from '../../kernel/values/ids.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { gender } from './person.inputs.ts';
import { type Person, personRow } from './person.ts';

export const LoyaltyPersonType = builder.objectType(builder.objectRef<Person>('LoyaltyPerson'), {
  interfaces: [NodeType],
  description: 'A person who can have loyalty cards.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: '`usr_` followed by 16 characters. The person has this user id on every card.',
    }),
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person was created.' }),
  }),
});

readableById(LoyaltyPersonType, { form: idPattern('loyaltyUser'), find: ofAccount(personRow) });
