import { commonFailures } from './answers.ts';

const common = [...commonFailures].flatMap(([status, failures]) =>
  failures.map(({ code, description }) => `| \`${code}\` | ${status} | ${description} |`),
);

export const introduction = `Coupons, loyalty cards and directories for callers of the documented REST paths. The same operations are
fields of [GraphQL](/graphql), where they can be combined; each path names its own. For programs: [OpenAPI 3.1](/openapi.json).

**Requests.** A body is JSON or, on /v3, a form. On /v3 and in query strings booleans are \`true\`/\`false\` or \`1\`/\`0\`, also as
strings, and numbers may be strings. Objects of a query string come bracketed (\`pagination[page]=2\`) or as JSON
(\`pagination={"page":2}\`). Unknown fields are ignored, and an empty value counts as not given unless its field says otherwise.

**Answers** of /v3 are objects with \`status\`. Those of /v4 are the record or the list itself, with \`null\` for what is absent.
Dates are \`yyyy-MM-dd HH:mm:ss\` in UTC.

**Credentials.** An API key is an id and a secret. They go into the headers \`X-Client-Id\` and \`X-Client-Secret\`, or \`x-api-key\`
and \`x-api-secret\`, or into \`Authorization\` as \`Basic base64(id:secret)\` or \`Bearer id:secret\`; on /v3 also among the fields of
the body as \`client_id\` and \`client_secret\`. A key of a parent account acts for a subaccount with the header \`X-Account\`.

**Failures** have numbers of their own. Their HTTP status is 422 on /v3; on /v4 it is 404 for what is not found, 409 for what is
not allowed in the present state, else 422. A malformed id in a path is not found. Everything that is wrong with the shape of a request is
reported at once; then the first thing that is not found or not allowed. On any path:

| code | HTTP status | meaning |
|---|---|---|
${common.join('\n')}
`;

const inHeader = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

export const securitySchemes = {
  clientId: inHeader('X-Client-Id', 'The id of the API key. Goes with `X-Client-Secret`.'),
  clientSecret: inHeader('X-Client-Secret', 'The secret of the API key. Goes with `X-Client-Id`.'),
  apiKey: inHeader('x-api-key', 'The id of the API key. Goes with `x-api-secret`.'),
  apiSecret: inHeader('x-api-secret', 'The secret of the API key. Goes with `x-api-key`.'),
  basic: { type: 'http', scheme: 'basic', description: 'The id of the API key as user name, its secret as password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The id and the secret of the API key with a colon between them.',
  },
};

export const securityForms = [
  { clientId: [], clientSecret: [] },
  { apiKey: [], apiSecret: [] },
  { basic: [] },
  { bearer: [] },
];
