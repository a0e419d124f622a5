import { expect, test } from 'vitest';
import { invalidInput, refuseTogether } from '../../src/kernel/problem.ts';
import { useApp } from '../support/app.ts';
import { makeCoupon, makeIntegration } from '../support/make.ts';

const app = useApp();

test('refusals of several fields become one problem that names each of them', () => {
  const refuse = () => refuseTogether([invalidInput('a.b', 'is wrong'), null, invalidInput('c', 'is wrong, too')]);

  expect(refuse).toThrow('a.b: is wrong; c: is wrong, too');
  expect(() => refuseTogether([null])).not.toThrow();
});

test('what an operation refuses only after its schema is named for every field, and in the message', async () => {
  const client = await app.client();
  await makeIntegration(app.database, client.owner, { channel: 'SMS' });
  const { id } = await makeCoupon(app.database, client.owner);
  const { errors } = await client.graphql(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } } }',
    { input: { campaign: id, channel: 'SMS', address: '+493012345678', subject: 'Rye', body: 'x'.repeat(1001) } },
  );

  expect(errors[0]?.extensions).toHaveProperty('inputErrors', [
    { field: 'subject', kind: 'invalid', message: 'is allowed only for emails' },
    { field: 'body', kind: 'invalid', message: 'must have at most 1000 characters for SMS' },
  ]);
  expect(errors[0]?.message).toBe(
    'subject: is allowed only for emails; body: must have at most 1000 characters for SMS',
  );
});
