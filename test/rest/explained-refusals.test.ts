import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { makeCoupon } from '../support/make.ts';
import { multipart, rawRequest } from '../support/raw-request.ts';

const app = useApp();

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const { type: multipartType, body: multipartBody } = multipart({ campaign: 'cam_000000000000' });
const withFile = multipartBody.replace('name="campaign"', 'name="campaign"; filename="a.txt"');

/** Bodies that cannot be read, and what the response says of them. */
const unreadable: [type: string, body: string, why: string][] = [
  [json, '{', 'The body is not valid JSON at line 1, column 2: a closing brace is expected.'],
  [json, '[1', 'The body is not valid JSON at line 1, column 3: a closing bracket is expected.'],
  [json, '{"a":1}}', 'The body is not valid JSON at line 1, column 8: there is more after the end of the value.'],
  [json, '{"a":1 "b":2}', 'The body is not valid JSON at line 1, column 8: a comma is expected.'],
  [json, '{"a" 1}', 'The body is not valid JSON at line 1, column 6: a colon is expected.'],
  [json, '{"a":1,}', 'The body is not valid JSON at line 1, column 8: a name in double quotes is expected.'],
  [json, '{"a":,"b":1}', 'The body is not valid JSON at line 1, column 6: a value is expected.'],
  [
    json,
    `{\n  'a': 1}`,
    'The body is not valid JSON at line 2, column 3: an unknown word or symbol, as text needs double quotes.',
  ],
  [
    json,
    '{"a":"b\nc"}',
    'The body is not valid JSON at line 1, column 6: a text ends without a double quote, or contains a line break.',
  ],
  [json, '{"a":"\\x"}', 'The body is not valid JSON at line 1, column 6: the escape is unknown.'],
  [json, '{"a":1} // b', 'The body is not valid JSON at line 1, column 9: a comment is not allowed.'],
  [json, '5', 'The body is a JSON value, but must be an object.'],
  [json, '[1]', 'The body is a JSON list, but must be an object.'],
  ['text/xml', '<a/>', 'The content type text/xml is not supported. Send application/json or a form.'],
  ['', 'a', 'The body has no content type. Send application/json or a form.'],
  [form, '%FF=1', 'The request is not UTF-8.'],
  [`${form}; charset=koi8-r`, 'a=1', 'The charset koi8-r is not supported. Use UTF-8.'],
  [multipartType, withFile, 'The form contains a file. Send fields only.'],
  [
    multipartType,
    multipartBody.slice(0, -6),
    'The multipart form cannot be read: each part begins, and the form ends, with the boundary that the content type names.',
  ],
];

test.for(unreadable)('a body of type "%s" is refused with the reason and the place: %j', async ([type, body, why]) => {
  const { headers } = await app.client();
  const sent = { method: 'POST', headers: { ...headers, ...(type && { 'Content-Type': type }) }, body };
  const answer = await rawRequest(`${app.url}/v3/coupon/list`, sent);
  expect([answer.status, answer.body.status.errors]).toEqual([
    400,
    { error_message: 'HTTP/1.0 400 Bad Request.', error_message_description: [why], error_code: [1003] },
  ]);
});

test.for(unreadable.filter(([type, body]) => type === json && body !== '[1]'))(
  '/v4 and GraphQL explain a body in the same words: %s %j',
  async ([type, body, why]) => {
    const { headers } = await app.client();
    const sent = { method: 'POST', headers: { ...headers, 'Content-Type': type }, body };
    const rest = await rawRequest(`${app.url}/v4/webhook/verification`, sent);
    expect(rest.body.status.errors.error_message_description).toEqual([why]);
    const graphql = await rawRequest(`${app.url}/graphql`, sent);
    expect([graphql.status, graphql.body.errors]).toEqual([
      400,
      [{ message: why, extensions: { code: 'UNREADABLE_BODY' } }],
    ]);
  },
);

test('/v4 names the type that it reads, and every path the limit of a body', async () => {
  const client = await app.client();
  const asForm = await client.rest('/v4/webhook/verification', new URLSearchParams({ webhook: 'x' }));
  expect(asForm.body.status.errors.error_message_description).toEqual([
    `The content type ${form} is not supported. Send application/json.`,
  ]);
  const large = await client.rest('/v3/coupon/list', { tags: 'x'.repeat(1024 * 1024) });
  expect(large.body.status.errors.error_message_description).toEqual(['The body is larger than 1 MiB.']);
});

test('GraphQL says where the variables of a GET are not JSON', async () => {
  const { headers } = await app.client();
  const query = new URLSearchParams({ query: '{ viewer { keyId } }', variables: '{"a":1,}' });
  const { body } = await rawRequest(`${app.url}/graphql?${query}`, { headers });
  expect(body.errors[0].message).toBe(
    'The parameter variables is not valid JSON at line 1, column 8: a name in double quotes is expected.',
  );
});

/** Parameters that the path does not have, and the header that names them. */
const ignored: [path: string, fields: object, header: string | null][] = [
  ['/v3/coupon/list', { only_activ: true }, 'only_activ (did you mean only_active?)'],
  ['/v3/coupon/list', { Tags: 'rye', foo: 1 }, 'Tags (did you mean tags?), foo'],
  ['/v3/coupon/list?only_active=true', {}, 'only_active (send it in the body)'],
  ['/v3/coupon/list?only_activ=true', {}, 'only_activ (did you mean only_active?)'],
  ['/v3/coupon/list', { tags: 'rye', foo: '', bar: null, _charset_: 'utf-8' }, null],
  ['/v3/coupon/info', { campain: 'cam_000000000000' }, 'campain (did you mean campaign?)'],
  ['/v3/multiplesingleuse/create', { campaign: 'cam_000000000000', code_length: 12 }, 'code_length'],
  ['/v3/loyaltyusers/create', { first_Name: 'Ada', 'na me': 'x', ä: 1 }, 'na%20me, %C3%A4'],
  ['/v4/webhook/verification', { client_id: 'key', webhok: 'x' }, 'webhok (did you mean webhook?)'],
  [
    '/v4/loyalty/loyalty-cards/loy_000000000000/stats/bulk',
    { users: [{ frist_name: 'Ada' }, { frist_name: 'Grace', emial: 'x' }] },
    'users[].frist_name (did you mean first_name?), users[].emial (did you mean email?)',
  ],
  [
    '/v3/coupon/list',
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`unknown${index}`, 1])),
    `${Array.from({ length: 10 }, (_, index) => `unknown${index}`).join(', ')}, ...`,
  ],
];

test.for(ignored)('%s with %j names what it ignores: %s', async ([path, fields, header]) => {
  const client = (await app.client()).unchecked();
  const { headers } = await client.rest(path, fields);
  expect(headers.get('X-Ignored-Parameters')).toBe(header);
});

test('a GET names what it ignores in its query string, and pages of other origins can read it', async () => {
  const { headers } = await app.client();
  const sent = { headers: { ...headers, Origin: 'https://shop.example' } };
  const answer = await rawRequest(`${app.url}/v3/coupon/list?only_activ=1&tags=rye`, sent);
  expect(answer.headers['x-ignored-parameters']).toBe('only_activ (did you mean only_active?)');
  expect(answer.headers['access-control-expose-headers']).toContain('X-Ignored-Parameters');
});

test('the request log marks what was ignored', async () => {
  const client = await app.client();
  await client.rest('/v3/coupon/info', { campain: 'cam_000000000000', show_usage_stats: true });
  const bodies = async () => {
    await app.storeNoted();
    const { data } = await client.graphql('{ requestLog(first: 10) { nodes { path body } } }');
    const nodes: { path: string; body: object }[] = data.requestLog.nodes;
    return nodes.filter(({ path }) => path === '/v3/coupon/info').map(({ body }) => body);
  };
  await expect.poll(bodies).toEqual([{ campain: '(ignored)', show_usage_stats: true }]);
});

test.for([
  ['/v3/coupon/lists', /^There is no such path\. The closest one is \/v3\/coupon\/list\.$/],
  ['/v3/Coupon/Info', /^There is no such path\. The closest one is \/v3\/coupon\/info\.$/],
  ['/v3/nothing-of-the-kind', /^There is no such path\. http.*\/docs lists all paths\.$/],
] as const)('%s is unknown, and the response names a similar path or the list of all', async ([path, why]) => {
  const { body } = await (await app.client()).rest(path);
  expect(body.status.errors).toMatchObject({
    error_message_description: [expect.stringMatching(why)],
    error_code: [1006],
  });
});

test('a wrong method is refused with the right ones', async () => {
  const { headers } = await app.client();
  const { body } = await rawRequest(`${app.url}/v3/singleuse/create`, { method: 'PUT', headers });
  expect(body.status.errors.error_message_description).toEqual(['The path does not accept PUT. It accepts POST.']);
});

/** Invalid values: the words of the specification, and after them what is wrong. */
const values: [path: string, fields: object, code: number, description: string][] = [
  [
    '/v3/coupon/status',
    { status: 'published' },
    302,
    'Invalid value of status. The value must be one of example, active.',
  ],
  [
    '/v3/couponsession/barcode',
    { couponsession: '0'.repeat(21), type: 'ean' },
    400,
    'Unsupported type. The value must be one of code39, code128b, pdf417, aztec, qrcode.',
  ],
  [
    '/v3/coupon/list',
    { only_active: 'perhaps' },
    302,
    'Invalid value of only_active. The value must be true or false.',
  ],
  [
    '/v3/singleuse/create',
    { duplicate_check: 'name' },
    302,
    'Invalid value of duplicate_check. The value must be one of email, phone, customid, true, false.',
  ],
  [
    '/v3/coupon/info',
    { campaign: 'cam ä' },
    301,
    'Invalid character in campaign. The value is not a coupon id, which has up to 50 letters, digits, hyphens and underscores.',
  ],
  ['/v3/coupon/info', { campaign: ['x'] }, 301, 'Invalid character in campaign. The value must be text.'],
  ['/v3/campaign/data', { page: 'two' }, 301, 'Invalid character in page. The value must be a whole number.'],
  [
    '/v3/loyaltyusers/create',
    { birthday: '1.2.1990' },
    303,
    'birthday is not a valid date. The value must be a date in the format yyyy-MM-dd.',
  ],
  ['/v3/loyaltyusers/create', { email: 'ada' }, 305, 'email is not a valid email address.'],
  [
    '/v4/loyalty/loyalty-cards/loy_000000000000/stats/bulk',
    { users: [5] },
    301,
    'Invalid character in users[0]. The value must be an object.',
  ],
];

test.for(values)('%s with %j says what is wrong: %i', async ([path, fields, code, description]) => {
  const { body } = await (await app.client()).rest(path, fields);
  const { error_code, error_message_description } = body.status.errors;
  expect(error_message_description).toContain(description);
  expect(error_code[error_message_description.indexOf(description)]).toBe(code);
});

test('an unknown member of a filter is refused with the known ones', async () => {
  const client = await app.client();
  const { body } = await client.rest('/v4/directory/dir_000000000000/users?pagination[size]=5', undefined, {}, 'GET');
  expect(body.status.errors).toMatchObject({
    error_code: [302],
    error_message_description: [
      'Invalid value of pagination[size]. The members are pagination[page], pagination[limit].',
    ],
  });
});

test('an id that exists nowhere is not found, whatever its form', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner);
  for (const campaign of ['cam_000000000000', 'cam_nope', '4711', 'A-b_c'])
    expect((await client.rest('/v3/coupon/info', { campaign })).body.status.errors).toMatchObject({
      error_code: [502],
      error_message_description: ['Campaign id not found.'],
    });
});
