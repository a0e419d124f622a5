import { mutation } from '../../api/mutation.ts';
import { parseAddressKey } from '../message/message.inputs.ts';
import { optOutInput } from './opt-out.inputs.ts';
import { addOptOut, findOptOut } from './opt-out.ts';
import { OptOutType } from './opt-out.type.ts';

mutation({
  name: 'optOut',
  description:
    'Adds an address to the opt-out list. No more messages go to it on this channel, not even those that are waiting. An address that is already on the list stays as it is.',
  scope: 'WRITE',
  input: optOutInput,
  type: OptOutType,
  problems: [],
  run: async ({ input: { channel, address }, viewer, transaction }) => {
    const which = { accountId: viewer.account.id, channel, address: parseAddressKey(channel, address, viewer.account) };
    await addOptOut(transaction, { ...which, reason: 'REQUESTED' });
    const noted = await findOptOut(transaction, which);
    if (!noted) throw new Error('the opt-out was stored but cannot be found');
    return noted;
  },
});
