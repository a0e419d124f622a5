import { expect, test } from 'vitest';
import { storedFor } from '../generated/stored.ts';
import { useTestOperations } from './test-operations.ts';

const service = useTestOperations();

test('a declared problem reaches the client with its code, text and path', async () => {
  const { errors } = await (await service.client()).graphql('{ raiseDeclared }');

  expect(errors).toEqual([
    expect.objectContaining({
      message: 'Coupon locked.',
      path: ['raiseDeclared'],
      extensions: { code: 'COUPON_LOCKED' },
    }),
  ]);
});

test.each(['{ raiseUndeclared }', '{ crash }', 'mutation { crashAfterWriting(input: { name: "a" }) }'])(
  '%s is an internal error, of which the client sees only the request id',
  async (query) => {
    const client = await service.client();

    const { errors, headers } = await client.with({ ...client.headers, 'X-Request-Id': 'request-4711' }).graphql(query);

    expect(headers.get('x-request-id')).toBe('request-4711');
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'Internal error. The log has the details under the request id.',
        extensions: { code: 'INTERNAL', requestId: 'request-4711' },
      }),
    ]);
    expect(JSON.stringify(errors)).not.toContain('secret');
  },
);

test('an internal error rolls back earlier writes', async () => {
  const client = await service.client();
  const before = await storedFor(service.database, client.owner.account.id);

  await client.graphql('mutation { crashAfterWriting(input: { name: "a" }) }');

  expect(await storedFor(service.database, client.owner.account.id)).toBe(before);
});

test('the response names every invalid field of an input', async () => {
  const client = await service.client();

  const { errors } = await client.graphql(
    'mutation { createCoupon(input: { name: " ", currency: "euro", tags: ["a,b"], expiry: { flexible: { days: 0 } } }) { id } }',
  );

  const [error] = errors as unknown as {
    extensions: { code: string; field: string; inputErrors: { field: string }[] };
  }[];
  expect(error?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'name' });
  const fields = error?.extensions.inputErrors.map(({ field }) => field);
  expect(fields).toEqual(['name', 'currency', 'expiry.flexible.days', 'tags.0']);
});

test('a variable of the wrong type is an invalid input, with its field', async () => {
  const client = await service.client();
  const query = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }';

  const { errors } = await client.graphql(query, { input: { name: 'a', tags: ['b', 5] } });

  const inputErrors = [{ field: 'tags.1', kind: 'invalid', message: expect.any(String) }];
  expect(errors).toEqual([
    expect.objectContaining({ extensions: { code: 'INVALID_INPUT', field: 'tags.1', inputErrors } }),
  ]);
});
