import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { problems } from '../../src/problem.ts';
import { commonCodes } from '../../src/rest/codes.ts';
import { rows } from '../../src/rest/rows.ts';
import { answerOf, codesOf, document, operationAt } from './openapi-document.ts';

const documented = rows.map((row) => ({ path: row.path, row, operation: operationAt(row.path, row.method) }));

test('the document is valid OpenAPI 3.1, and all its references lead somewhere', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

test('it names the rows and nothing else', () => {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(paths.sort()).toEqual(rows.map(({ method = 'POST', path }) => `${method.toLowerCase()} ${path}`).sort());
});

test.for(documented)('$path tells of every field what the row tells', ({ row, operation }) => {
  const { 'application/json': json, 'application/x-www-form-urlencoded': form } = operation.requestBody.content;
  expect(form).toEqual(row.path.startsWith('/v3') ? json : undefined);
  for (const [name, { description, schema, required = false }] of Object.entries(row.fields)) {
    expect(json?.schema.properties[name]).toMatchObject({ type: (schema as { type: string }).type });
    expect(json?.schema.properties[name]?.description).toContain(description);
    expect(json?.schema.required?.includes(name) ?? false, name).toBe(required);
  }
});

test.for(documented)('$path shows every code of its operations and fields', ({ row, operation }) => {
  const codes = codesOf(operation, row.refusalStatus ?? 422);
  const { description } = answerOf(operation, row.refusalStatus ?? 422);
  for (const [problem, code] of Object.values(row.calls).flatMap(({ codes }) => Object.entries(codes))) {
    expect(codes).toContain(String(code));
    expect(description).toContain(problems[problem as keyof typeof problems]);
  }
  for (const [name, { invalid, required }] of Object.entries(row.fields)) {
    if (typeof invalid === 'number') expect(codes).toContain(String(invalid));
    if (required) expect(description).toContain(`Missing parameter ${name}.`);
  }
});

test.for(documented)('$path shows what any path may answer', ({ operation }) => {
  for (const [code, status] of Object.values(commonCodes)) expect(codesOf(operation, status)).toContain(String(code));
});

test.for(documented)('the examples of $path are of the shape that it tells', ({ operation }) => {
  const contents = [
    ...Object.values(operation.requestBody.content),
    answerOf(operation, 200).content['application/json'],
  ];
  for (const { schema, example, examples = {} } of contents) {
    const shape = z.fromJSONSchema(schema as never);
    for (const value of [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)]) {
      expect(shape.safeParse(value)).toMatchObject({ success: true });
    }
  }
});

test.for(documented)('$path names the scopes that it needs and the operations that it calls', ({ row, operation }) => {
  for (const { operation: called } of Object.values(row.calls)) {
    expect(operation.description).toContain(`\`${called.scope.toLowerCase()}\``);
    expect(operation.description).toContain(`\`${called.name}\``);
  }
});

test('a field has the limits of the argument that it stands for', () => {
  const fields = operationAt('/v3/singleuse/create').requestBody.content['application/json']?.schema.properties;
  expect(fields).toMatchObject({
    campaign: { pattern: '^cam_[0-9a-z]{12}$' },
    email: { format: 'email', maxLength: 254 },
    customid: { maxLength: 50, pattern: '^[A-Za-z0-9-]+$' },
    autovalcode: { enum: ['6digits', '8digits', '10digits'] },
  });
});

test('the fullest example of a request leaves out what does not go together', () => {
  const { examples } = operationAt('/v3/singleuse/create').requestBody.content['application/json'] ?? {};
  expect(examples?.most?.value).toHaveProperty('customvalcode');
  expect(examples?.most?.value).not.toHaveProperty('autovalcode');
  expect(examples?.least?.value).toEqual({ campaign: 'cam_0a1b2c3d4e5f' });
});

test('a choice in an answer has the words of the enum that it comes from', () => {
  const { schema } = answerOf(operationAt('/v3/couponsession/data'), 200).content['application/json'];
  expect(schema.properties.data).toMatchObject({
    properties: {
      customid: { type: 'string' },
      status: {
        properties: { claimtype: { enum: ['', 'api', 'batch', 'customer'] }, claimed: { enum: ['0', '1'] } },
      },
    },
  });
});

test('what a flag of the request adds to an answer is optional in its shape', () => {
  const { schema } = answerOf(operationAt('/v3/coupon/info'), 200).content['application/json'];
  const coupon = schema.properties.coupon_info as { properties: object; required: string[] };
  expect(coupon.properties).toHaveProperty('custom_codes_total');
  expect(coupon.required).toContain('ID');
  expect(coupon.required).not.toContain('custom_codes_total');
});

test('credentials go into headers in four forms, and on /v3 also into the body', () => {
  expect(document.security).toHaveLength(4);
  const { security, requestBody } = operationAt('/v3/coupon/list');
  expect(security).toEqual([...document.security, {}]);
  expect(Object.keys(requestBody.content['application/json']?.schema.properties ?? {})).toEqual(
    expect.arrayContaining(['client_id', 'client_secret']),
  );
});
