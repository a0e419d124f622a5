import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { requireScope } from '../../api/viewer.ts';
import { requireMember } from '../person/account-membership.ts';
import { personId } from '../person/person.inputs.ts';
import { EndedSignIns } from './ended-sign-ins.type.ts';
import { endSignInsFor, endSignInsOf } from './person-sign-in.ts';

mutation({
  name: 'endSignIns',
  description:
    'Signs out all other browsers of the caller or, with `ADMIN`, all browsers in which another person acts for the account.',
  scope: 'ADMIN',
  alternativeScope: 'READ',
  input: z.object({
    person: personId.nullish().meta({ description: 'The person. Default: the caller, except for the sign-in in use.' }),
  }),
  type: EndedSignIns,
  problems: ['PERSON_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const { person, account } = viewer;
    if (person && (input.person ?? person.id) === person.id)
      return { ended: await endSignInsOf(transaction, person.id, person.signInId) };
    requireScope(viewer, 'ADMIN');
    const member = await requireMember(transaction, account.id, input.person ?? '');
    return { ended: await endSignInsFor(transaction, member) };
  },
});
