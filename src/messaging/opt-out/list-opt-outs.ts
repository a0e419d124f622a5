import { z } from 'zod';
import type { Account } from '../../accounts/account/account.ts';
import { connection } from '../../kernel/api/query.ts';
import type { Connection } from '../../kernel/database/database.ts';
import { keyset, type Page, textKeyset } from '../../kernel/database/paging.ts';
import { countryOf } from '../../kernel/values/phone-number.ts';
import { endOfPrefix } from '../../kernel/values/prefix.ts';
import { addressBeginning, messageChannel } from '../message/message.inputs.ts';
import { beginningKey, type MessageChannel, messageChannels } from '../platform/channel.ts';
import { type OptOut, optOutColumns } from './opt-out.ts';
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
  run: ({ input, viewer: { account }, database, page }) => {
    const search = input.filter?.beginning?.trim();
    const channels = input.filter?.channel ? [input.filter.channel] : messageChannels;
    const parts = channels.map((channel) => partOf(database, account, channel, page, search));
    const { ending } = search ? textKeyset(page, 'address') : keyset(page, 'createdAt', 'address');
    return database.rows<OptOut>(
      `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ${ending}`,
      parts.flatMap(({ values }) => values),
    );
  },
  keysOf: ({ createdAt, address }) => [createdAt, address],
});

/** Each channel is a part with a limit of its own, which an index gives in the order of the list. */
function partOf(
  { dialect }: Connection,
  { id: accountId, timezone }: Pick<Account, 'id' | 'timezone'>,
  channel: MessageChannel,
  page: Page,
  search?: string,
) {
  const beginning = beginningKey(channel, search ?? '', countryOf(timezone));
  const order = search ? textKeyset(page, 'o.address') : keyset(page, 'o.created_at', 'o.address');
  const [hint, found] = search
    ? ['', 'AND o.address >= ? AND o.address < ?']
    : [dialect.useIndex('opt_outs_created'), ''];
  return {
    sql: `SELECT * FROM (SELECT ${optOutColumns} FROM opt_outs o ${hint} WHERE o.account_id = ? AND o.channel = '${channel}'
      ${found} ${order.condition} ${order.ending}) AS of_${channel}`,
    values: [accountId, ...(search ? [beginning, endOfPrefix(beginning)] : []), ...order.values],
  };
}
