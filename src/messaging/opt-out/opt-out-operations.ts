import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { z } from 'zod';
import type { Account } from '../../accounts/account/account.ts';
import { mutation } from '../../api/mutation.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { Problem } from '../../kernel/problem.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { addressBeginning, anyAddress, messageChannel, parseAddressKey } from '../message/message.inputs.ts';
import { beginningKey, type MessageChannel, messageChannels } from '../platform/channel.ts';
import { addOptOut, findOptOut, optOuts as optOutSchema, removeOptOut } from './opt-out.ts';
import { OptOutType } from './opt-out.type.ts';

const filter = z
  .object({
    channel: messageChannel.nullish().meta({ description: 'Only addresses of this channel.' }),
    beginning: addressBeginning.meta({
      description: 'Only addresses that begin with this text, in alphabetical order. At most 254 characters.',
    }),
  })
  .meta({ id: 'OptOutFilter', description: 'Filters addresses.' });

connection({
  name: 'optOuts',
  description: 'The opt-out list of the account, newest first, or in alphabetical order with `filter.beginning`.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters addresses. Default: all addresses.' }) }),
  type: OptOutType,
  problems: [],
  run: ({ input: { filter }, viewer: { account }, database, page }) => {
    const search = filter?.beginning?.trim();
    const channels = filter?.channel ? [filter.channel] : messageChannels;
    return listPage(database, page, {
      source: optOutSchema,
      where: { accountId: account.id },
      // For each channel, an index has the order of the list.
      parts: channels.map((channel) => ({ channel, ...(search ? beginningWith(channel, search, account) : {}) })),
      ...(search ? { order: { text: 'address' } } : { order: ['createdAt', 'address'], index: 'opt_outs_created' }),
    });
  },
  keysOf: ({ createdAt, address }) => [createdAt, address],
});

function beginningWith(channel: MessageChannel, text: string, { timezone }: Pick<Account, 'timezone'>) {
  const beginning = beginningKey(channel, text, countryOf(timezone));
  return { address: And(MoreThanOrEqual(beginning), LessThan(endOfPrefix(beginning))) };
}

const optOutInput = z.object({
  channel: messageChannel.meta({ description: 'The channel.' }),
  address: anyAddress,
});

export const optOut = mutation({
  name: 'optOut',
  description:
    'Adds an address to the opt-out list. The address receives no more messages on this channel, not even queued ones. An address that is already on the list does not change.',
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

mutation({
  name: 'removeOptOut',
  description: 'Removes an address from the opt-out list. Call this only after the recipient has opted in again.',
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
