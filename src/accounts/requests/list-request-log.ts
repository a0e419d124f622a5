import { z } from 'zod';
import { dateTime } from '../../kernel/api/inputs.ts';
import { connection } from '../../kernel/api/query.ts';
import { numberKeyset } from '../../kernel/database/paging.ts';
import { bind } from '../../kernel/database/statement.ts';
import { type LoggedRequest, requestColumns } from './logged-request.ts';
import { LoggedRequestType } from './logged-request.type.ts';

const filter = z
  .object({
    key: z
      .string()
      .regex(/^(key|per|til)_[0-9a-z]{16}$/, 'is not the id of an API key, a person or a till')
      .nullish()
      .meta({ scalar: 'ID', description: 'Only requests of this API key, person or till.' }),
    operation: z.string().min(1).max(100).nullish().meta({ description: 'Only requests with this operation.' }),
    failed: z.boolean().nullish().meta({
      description: '`true`: only requests with a problem. `false`: only requests without one.',
    }),
    status: z.int().min(100).max(599).nullish().meta({ description: 'Only requests with this HTTP status.' }),
    requestId: z.string().min(1).max(64).nullish().meta({ description: 'Only requests with this id.' }),
    since: dateTime.nullish().meta({ description: 'Only requests at this time or later.' }),
    until: dateTime.nullish().meta({ description: 'Only requests at this time or earlier.' }),
  })
  .meta({ id: 'RequestFilter', description: 'Filters requests. All conditions must match.' });

connection({
  name: 'requestLog',
  description: `The requests of the account in the last days, newest first, at most 10,000. They appear about a second later. Of many
requests within a second, some are left out: a process keeps 20 that failed and 5 that succeeded.`,
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters the requests. Default: all.' }) }),
  type: LoggedRequestType,
  problems: [],
  run: ({ input, viewer, database, page }) => {
    const { condition, ending, values } = numberKeyset(page, 'r.number');
    const { key, operation, failed, status, requestId, since, until } = input.filter ?? {};
    const conditions = [
      'r.account_id = :accountId',
      key && 'r.key_id = :key',
      operation && 'r.operation = :operation',
      failed != null &&
        (failed ? '(r.problem IS NOT NULL OR r.status >= 400)' : 'r.problem IS NULL AND r.status < 400'),
      status && 'r.status = :status',
      requestId && 'r.request_id = :requestId',
      since && 'r.created_at >= :since',
      until && 'r.created_at <= :until',
    ];
    const [sql, bound] = bind(
      `SELECT ${requestColumns} FROM logged_requests r ${database.dialect.useIndex('logged_requests_account')}
       WHERE ${conditions.filter(Boolean).join(' AND ')}`,
      {
        ...{ accountId: viewer.account.id, key: key ?? null, operation: operation ?? null, status: status ?? null },
        ...{ requestId: requestId ?? null, since: since ?? null, until: until ?? null },
      },
    );
    return database.rows<LoggedRequest>(`${sql} ${condition} ${ending}`, [...bound, ...values]);
  },
  keysOf: ({ createdAt, number }) => [createdAt, number],
});
