import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { z } from 'zod';
import type { Account } from '../../accounts/account/account.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { addressBeginning, messageChannel } from '../message/message.inputs.ts';
import { beginningKey, type MessageChannel, messageChannels } from '../platform/channel.ts';
import { optOuts as optOutSchema } from './opt-out.ts';
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
      // An index gives each channel in the order of the list.
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
