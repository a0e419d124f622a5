import { z } from 'zod';
import { connection } from '../../kernel/api/query.ts';
import { keyset } from '../../kernel/database/paging.ts';
import { messageChannel } from '../message/message.inputs.ts';
import { messageChannels } from '../platform/channel.ts';
import { type OptOut, optOutColumns } from './opt-out.ts';
import { OptOutType } from './opt-out.type.ts';

const filter = z
  .object({ channel: messageChannel.nullish().meta({ description: 'Only addresses of this channel.' }) })
  .meta({ id: 'OptOutFilter', description: 'Filters addresses.' });

connection({
  name: 'optOuts',
  description: 'The opt-out list of the account, newest first.',
  scope: 'READ',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters addresses. Default: all addresses.' }) }),
  type: OptOutType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = keyset(page, 'o.created_at', 'o.address');
    const channels = input.filter?.channel ? [input.filter.channel] : messageChannels;
    const branches = channels.map(
      (
        channel,
      ) => `SELECT * FROM (SELECT ${optOutColumns} FROM opt_outs o ${database.dialect.useIndex('opt_outs_created')}
        WHERE o.account_id = ? AND o.channel = '${channel}' ${condition} ${ending}) AS of_${channel}`,
    );
    return database.rows<OptOut>(
      `${branches.join(' UNION ALL ')} ${keyset({ ...page, from: null }, 'createdAt', 'address').ending}`,
      channels.flatMap(() => [viewer.account.id, ...values]),
    );
  },
  keysOf: ({ createdAt, address }) => [createdAt, address],
});
