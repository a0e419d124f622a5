import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commonCodes, defaultMessage } from '../../src/rest/adapter/error-codes.ts';
import { methodsOf } from '../../src/rest/adapter/row.ts';
import { rows } from '../../src/rest/documented-paths.ts';
import { nameOf } from '../generated/row-attempts.ts';
import { isInPath } from '../support/rest-request.ts';
import { answerOf, codesOf, document, jsonOf, operationAt, successOf } from './openapi-document.ts';
import { specifiedCodes, statusOf } from './specification.ts';

const documented = rows.map((row) => [nameOf(row), { row, operation: operationAt(row.path, row.method) }] as const);

test('the document is valid OpenAPI 3.1, and all its references resolve', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('the document lists the rows and nothing else', () => {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const served = rows.flatMap((row) => methodsOf(row).map((method) => `${method.toLowerCase()} ${row.path}`));
  expect(paths.sort()).toEqual(served.sort());
});

test('the document has the 64 paths of the specification, and an older one', () => {
  const older = '/v3/webhook/verification';
  const specified = Object.keys(specifiedCodes).filter((name) => name !== older);

  expect(specified).toHaveLength(64);
  expect(rows.map(nameOf).sort()).toEqual([...specified, older].sort());
});

test.for(documented)('%s documents every field as its row declares it', ([_, { row, operation }]) => {
  const json = operation.requestBody?.content['application/json'];
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    expect(operation.requestBody?.content[type]).toEqual(row.path.startsWith('/v3') ? json : undefined);
  const { properties = {}, required: needed = [] } = json?.schema.anyOf?.[0] ?? json?.schema ?? {};
  for (const [name, { description, schema, required = false, aliases }] of Object.entries(row.fields)) {
    const parameter = operation.parameters.find((parameter) => parameter.name === name);
    const isQuery = row.method === 'GET' || row.method === 'DELETE';
    expect(parameter?.in).toBe(isInPath(row.path, name) ? 'path' : isQuery ? 'query' : undefined);
    const notified = parameter ? { ...parameter.schema, description: parameter.description } : properties[name];
    const [usual] = [(schema as { type: string | string[] }).type].flat();
    expect([(notified as { type?: string | string[] })?.type].flat()).toContain(usual);
    expect(notified?.description).toContain(description);
    if (parameter?.in === 'path') expect(parameter.required).toBe(true);
    else if (aliases) expect(Object.keys(properties)).toEqual(expect.arrayContaining([...aliases]));
    else expect(row.method === 'GET' ? parameter?.required : needed.includes(name), name).toBe(required);
  }
});

test.for(documented)('%s shows every code of its operations and fields', ([_, { row, operation }]) => {
  const shown = (code: number) => row.errorStatus ?? statusOf(row.path, [code]);
  const raised = Object.values(row.calls).flatMap(({ operation: { problems }, codes, messages }) =>
    problems.flatMap((problem) => {
      const code = codes[problem];
      return code == null ? [] : [[code, defaultMessage(problem, messages)] as const];
    }),
  );
  for (const [code, description] of raised) {
    expect(codesOf(operation, shown(code))).toContain(String(code));
    expect(answerOf(operation, shown(code)).description).toContain(description);
  }
  for (const [name, { invalid, required, missing = 200 }] of Object.entries(row.fields)) {
    if (typeof invalid === 'number') expect(codesOf(operation, shown(invalid))).toContain(String(invalid));
    if (required && !isInPath(row.path, name))
      expect(answerOf(operation, shown(missing)).description).toContain(`Missing parameter ${name}.`);
  }
});

test.for(documented)('%s shows those codes of every path that it can return', ([_, { row, operation }]) => {
  const isRead = Object.values(row.calls).every(({ operation }) => operation.kind === 'query');
  const impossible = [1007, ...(isRead ? [1011, 1012] : []), ...(row.path.includes('{') ? [] : [1006])];
  for (const [code, status] of Object.values(commonCodes)) {
    const shown = operation.responses[status] ? codesOf(operation, status) : [];
    expect(shown.includes(String(code)), String(code)).toBe(!impossible.includes(code));
  }
});

test('the reads of /v3 are documented as GET too', () => {
  const { parameters, requestBody, responses } = operationAt('/v3/coupon/info', 'GET');
  expect(parameters).toMatchObject([
    { name: 'campaign', in: 'query', required: true, example: 'cam_0a1b2c3d4e5f' },
    { name: 'show_usage_stats', in: 'query', required: false },
    {},
  ]);
  expect(requestBody).toBeUndefined();
  expect(responses).toEqual(operationAt('/v3/coupon/info').responses);
});

test('a single sign-on takes an empty object', () => {
  const { requestBody } = operationAt('/v4/directory/{id}/users/{userId}/sso');
  expect(requestBody).toMatchObject({
    required: false,
    content: {
      'application/json': { schema: { type: 'object', properties: {} }, examples: { minimal: { value: {} } } },
    },
  });
});

test('the type of a field covers every spelling that its path takes', () => {
  const fields = jsonOf(operationAt('/v3/coupon/list').requestBody ?? {})?.schema.properties;
  const spellings = [true, 'true', 1, '1', 'yes', 'on', false, 'false', 0, '0', 'no', 'off'];
  expect(fields?.only_active).toMatchObject({ type: ['boolean', 'string', 'integer'], enum: spellings });
  const { page, campaign } = jsonOf(operationAt('/v3/campaign/data').requestBody ?? {})?.schema.properties ?? {};
  expect(page).toMatchObject({ type: ['integer', 'string'], pattern: '^-?\\d+$' });
  expect(campaign).toMatchObject({ type: 'string' });
});

test.for(documented)('the examples of %s match its schema', ([_, { operation }]) => {
  const success = jsonOf(successOf(operation));
  const contents = [...Object.values(operation.requestBody?.content ?? {}), ...(success ? [success] : [])];
  for (const { schema, example, examples = {} } of contents) {
    const shape = z.fromJSONSchema(schema as never);
    for (const value of [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)]) {
      expect(shape.safeParse(value)).toMatchObject({ success: true });
    }
  }
});

test.for(documented)('%s names its scopes and the operations that it calls', ([_, { row, operation }]) => {
  for (const { operation: called } of Object.values(row.calls)) {
    expect(operation.description).toContain(`\`${called.scope?.toLowerCase()}\``);
    expect(operation.description).toContain(`\`${called.name}\``);
  }
});

test('a field has the limits of its argument', () => {
  const fields = jsonOf(operationAt('/v3/singleuse/create').requestBody ?? {})?.schema.properties;
  expect(fields).toMatchObject({
    campaign: { type: 'string', pattern: '^[\\w-]{1,50}$' },
    email: { format: 'email', maxLength: 254 },
    customid: { maxLength: 50, pattern: '^[A-Za-z0-9-]+$' },
    autovalcode: { enum: ['6digits', '8digits', '10digits'] },
  });
});

test('a field with arguments in several operations has the limits that all of them share', () => {
  const { campaign, email } = jsonOf(operationAt('/v3/send/email').requestBody ?? {})?.schema.properties ?? {};
  expect(campaign).toMatchObject({ pattern: '^[\\w-]{1,50}$' });
  expect(email).toMatchObject({ maxLength: 254 });
});

test('the fullest example of a request leaves out fields that exclude each other', () => {
  const { examples } = jsonOf(operationAt('/v3/singleuse/create').requestBody ?? {}) ?? {};
  expect(examples?.full?.value).toHaveProperty('customvalcode');
  expect(examples?.full?.value).not.toHaveProperty('autovalcode');
  expect(examples?.minimal?.value).toEqual({ campaign: 'cam_0a1b2c3d4e5f' });
});

test('a choice in a response lists the words of its enum', () => {
  const schema = jsonOf(successOf(operationAt('/v3/couponsession/data')))?.schema;
  expect(schema?.properties.data).toMatchObject({
    properties: {
      customid: { type: 'string' },
      status: {
        properties: { claimtype: { enum: ['', 'api', 'batch', 'customer'] }, claimed: { enum: ['0', '1'] } },
      },
    },
  });
});

test('fields that a flag of the request adds are optional in the response', () => {
  const schema = jsonOf(successOf(operationAt('/v3/coupon/info')))?.schema;
  const coupon = schema?.properties.coupon_info as { properties: object; required: string[] };
  expect(coupon.properties).toHaveProperty('custom_codes_total');
  expect(coupon.required).toContain('ID');
  expect(coupon.required).not.toContain('custom_codes_total');
});

test('credentials are accepted in four forms of headers, and on /v3 also in the body', () => {
  expect(document.security).toHaveLength(4);
  const { security, requestBody } = operationAt('/v3/coupon/list');
  expect(security).toEqual([...document.security, {}]);
  expect(Object.keys(jsonOf(requestBody ?? {})?.schema.properties ?? {})).toEqual(
    expect.arrayContaining(['client_id', 'client_secret']),
  );
});
