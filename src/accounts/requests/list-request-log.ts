import { z } from 'zod';
import { dateTime, flag } from '../../api/inputs.ts';
import { connection } from '../../api/query.ts';
import { listPage } from '../../kernel/database/list.ts';
import { loggedRequests } from './logged-request.ts';
import { LoggedRequestType } from './logged-request.type.ts';

const filter = z
  .object({
    key: z
      .string()
      .regex(/^(key|per|til)_[0-9a-z]{16}$/, 'is not the id of an API key, a person or a till')
      .nullish()
      .meta({ scalar: 'ID', description: 'Only requests of this API key, person or till.' }),
    operation: z.string().min(1).max(100).nullish().meta({ description: 'Only requests with this operation.' }),
    failed: flag('`true`: only requests with a problem. `false`: only requests without one.'),
    status: z.int().min(100).max(599).nullish().meta({ description: 'Only requests with this HTTP status.' }),
    requestId: z.string().min(1).max(64).nullish().meta({ description: 'Only requests with this id.' }),
    since: dateTime.nullish().meta({ description: 'Only requests at this time or later.' }),
    until: dateTime.nullish().meta({ description: 'Only requests at this time or earlier.' }),
  })
  .meta({ id: 'RequestFilter', description: 'Filters requests. All conditions must match.' });

connection({
  name: 'requestLog',
  description: `The recent requests of the account, newest first, at most 10,000. Requests appear after about a second. Each process keeps at most 20 failed and 5 successful requests per second, and omits the rest.`,
  scope: 'ADMIN',
  input: z.object({ filter: filter.nullish().meta({ description: 'Filters the requests. Default: all.' }) }),
  type: LoggedRequestType,
  run: ({ input, viewer, database, page }) => {
    const { key, operation, failed, status, requestId, since, until } = input.filter ?? {};
    return listPage(database, page, {
      source: loggedRequests,
      where: { accountId: viewer.account.id },
      filter: { keyId: key, operation, status, requestId },
      conditions: {
        sql: [
          failed === true && '(t.problem IS NOT NULL OR t.status >= 400)',
          failed === false && 't.problem IS NULL AND t.status < 400',
          since && 't.created_at >= :since',
          until && 't.created_at <= :until',
        ],
        values: { since: since ?? null, until: until ?? null },
      },
      order: { number: 'number' },
      index: 'logged_requests_account',
    });
  },
  keysOf: ({ createdAt, number }) => [createdAt, number],
});
