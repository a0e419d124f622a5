import { commonErrors } from './answers.ts';

const common = [...commonErrors].flatMap(([status, failures]) =>
  failures.map(({ code, description }) => `| \`${code}\` | ${status} | ${description} |`),
);

export const introduction = `REST paths for coupons, loyalty cards, directories and contacts. The same operations are
fields of [GraphQL](/graphql), where one request can combine them. The description of each path names its operations.
Programs can read this reference as [OpenAPI 3.1](/openapi.json).

**Requests.** A body is JSON or, on /v3, a form (\`application/x-www-form-urlencoded\` or \`multipart/form-data\`). A
body that begins with a bracket is JSON, regardless of its content type. An empty list has no fields. Text fields keep
all digits of a JSON number. Requests that are not UTF-8 are refused.
Booleans are \`true\`/\`false\`, \`yes\`/\`no\`, \`on\`/\`off\` or \`1\`/\`0\` in any case, also as strings, and numbers may
be strings. The paths of /v3 that only read also take GET. A GET or DELETE has its fields in the query string, in a body or
in both; fields of the body take precedence. Write objects in a query string with brackets (\`pagination[page]=2\`) or as JSON
(\`pagination={"page":2}\`). The service ignores unknown fields, names them in the header \`X-Ignored-Parameters\`, and refuses
unknown members of these objects. An empty value counts as absent.

**Responses** of /v3 are objects with \`status\`. Responses of /v4 are the object or the list itself, with \`null\`
for absent values. Dates are \`yyyy-MM-dd HH:mm:ss\` in UTC.

**Credentials.** An API key consists of an id and a secret. Send them in the headers \`X-Client-Id\` and
\`X-Client-Secret\`, in \`x-api-key\` and \`x-api-secret\`, or in \`Authorization\` as \`Basic base64(id:secret)\` or
\`Bearer id:secret\`. On /v3, the body may contain them as \`client_id\` and \`client_secret\`. With the header
\`X-Account\`, a key of a parent account acts for a subaccount. A request with two different pairs is refused.

**Limits.** Each account has a number of points. The headers \`RateLimit\` and \`RateLimit-Policy\` of every response state it. A
request costs one point, and a bulk request costs one more for each 100 rows that it writes. A refused request gets HTTP 429 with
\`Retry-After\`.

**Failures** have error codes. The HTTP status of a failure is 422 on /v3. On /v4 it is 404 if something is not found,
409 if the current state does not allow the operation, and otherwise 422. A malformed id in a path counts as not
found. A response reports all format errors of the request together, and says after each what is
wrong with the value. Otherwise it reports the first object that is not found, or the first operation that is not
allowed. Failures of all paths:

| code | HTTP status | meaning |
|---|---|---|
${common.join('\n')}
`;

export const sections: Record<string, string> = {
  'v3 coupons': 'Coupons and their status.',
  'v3 coupon sessions': 'The personal copies of coupons: find, claim, validate, void and lock them.',
  'v3 single-use URLs': 'Create sessions, each with its own address.',
  'v3 coupon distribution and push': 'Send coupons, loyalty cards and directories.',
  'v3 loyalty': 'Loyalty cards.',
  'v3 loyalty users': 'The users of loyalty cards, their stamps and points.',
  'v3 directory': 'Directories and their members.',
  'v3 message service': 'Groups of contacts for SMS.',
  'v3 email service': 'Groups of contacts for email.',
  'v4 loyalty': 'Loyalty cards, their users, stamps and rewards.',
  'v4 directory': 'Directories, their members, paid access, campaigns and sends.',
  'Webhook verification': 'Check that a webhook came from this service.',
};

const inHeader = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

export const securitySchemes = {
  clientId: inHeader('X-Client-Id', 'The id of the API key. Use it with `X-Client-Secret`.'),
  clientSecret: inHeader('X-Client-Secret', 'The secret of the API key. Use it with `X-Client-Id`.'),
  apiKey: inHeader('x-api-key', 'The id of the API key. Use it with `x-api-secret`.'),
  apiSecret: inHeader('x-api-secret', 'The secret of the API key. Use it with `x-api-key`.'),
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'User name: the id of the API key. Password: its secret.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The id and the secret of the API key, separated by a colon.',
  },
};

export const securityForms = [
  { clientId: [], clientSecret: [] },
  { apiKey: [], apiSecret: [] },
  { basic: [] },
  { bearer: [] },
];
