import { mutation } from '../../api/mutation.ts';
import { Problem } from '../../kernel/problem.ts';
import { parseAddressKey } from '../message/message.inputs.ts';
import { optOutInput } from './opt-out.inputs.ts';
import { findOptOut, removeOptOut } from './opt-out.ts';
import { OptOutType } from './opt-out.type.ts';

mutation({
  name: 'removeOptOut',
  description: 'Removes an address from the opt-out list. Do this only when its owner has opted in again.',
  scope: 'WRITE',
  input: optOutInput,
  type: OptOutType,
  problems: ['OPT_OUT_NOT_FOUND'],
  run: async ({ input: { channel, address }, viewer, transaction }) => {
    const which = { accountId: viewer.account.id, channel, address: parseAddressKey(channel, address, viewer.account) };
    const noted = await findOptOut(transaction, which);
    if (!noted || !(await removeOptOut(transaction, which))) throw new Problem('OPT_OUT_NOT_FOUND');
    return noted;
  },
});
