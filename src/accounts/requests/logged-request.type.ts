import { shownColumns } from '../../api/noun-fields.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { findRequests, type LoggedRequest, loggedRequestId, loggedRequests } from './logged-request.ts';

export const LoggedRequestType = nodeType<LoggedRequest>('LoggedRequest', {
  form: 'loggedRequest',
  find: ({ database, viewer }, ids) => findRequests(database, viewer.account.id, ids),
  idOf: loggedRequestId,
  scope: 'ADMIN',
  description: 'A recent request of the account.',
  fields: (t) => ({
    id: t.id({
      description: '`req_` followed by 16 characters. Ids ascend over time. Differs from the id in `X-Request-Id`.',
      resolve: loggedRequestId,
    }),
    datetime: t.expose('createdAt', { type: 'DateTime', description: 'When the response ended.' }),
    ...shownColumns(t, loggedRequests, {
      keyId: 'The caller: an API key (`key_…`), a person (`per_…`) or a till (`til_…`).',
      method: 'The HTTP method.',
      path: 'The path, without parameters.',
      operation: 'The name of the GraphQL operation, or of the operation that a REST path ran.',
      status: 'The HTTP status of the response.',
      problem: 'The code of the first problem: a name in GraphQL, a number in REST. Null if there was no problem.',
      milliseconds: 'The duration of the response in milliseconds.',
    }),
    requestId: t.exposeString('requestId', { description: 'The id of the request, as in the header `X-Request-Id`.' }),
    body: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The input of the request, shortened to 2,000 bytes. `(personal)` replaces personal values, `(hidden)` secrets, and `(ignored)` what a REST path does not read.',
      resolve: ({ body }) => (body === null ? null : JSON.parse(body)),
    }),
  }),
});
