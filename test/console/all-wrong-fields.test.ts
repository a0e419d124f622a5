import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { ConsoleVisitor } from '../support/console-visitor.ts';

const app = useApp();

test('a form explains every wrong field, those of a wrong type and those that the operation refuses', async () => {
  const visitor = await ConsoleVisitor.of(app, (await app.client()).owner);

  const { status, text } = await visitor.post('/campaigns/new', 'create', {
    ...{ name: 'x'.repeat(101), timezone: 'Nowhere/Land', currency: '€€€' },
    ...{ value: 'a lot', endsAfter: 'ten', bannerUrls: 'bread' },
  });

  expect(status).toBe(422);
  const explained = [...text.matchAll(/id="create--(\w+)-problem"/g)].map(([, name]) => name);
  expect(explained.toSorted()).toEqual(['bannerUrls', 'currency', 'endsAfter', 'name', 'timezone', 'value']);
});

test('GraphQL names them together, too', async () => {
  const { errors } = await (await app.client()).graphql(
    'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }',
    { input: { name: '', value: 'a lot', expiry: { flexible: { days: 'ten' } }, tags: ['a,b'] } },
  );

  expect(errors.map(({ extensions }) => extensions.field).toSorted()).toEqual([
    'expiry.flexible.days',
    'name',
    'tags.0',
    'value',
  ]);
});

test('after as many mistakes as are reported, nothing more is looked for', async () => {
  const { errors } = await (await app.client()).graphql(
    'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }',
    { input: { name: '', tags: Array.from({ length: 5_000 }, () => ({})) } },
  );

  expect(errors).toHaveLength(50);
  expect(errors.map(({ extensions }) => extensions.field)).not.toContain('name');
});

test('a variable that is a part of the input is not taken for the whole', async () => {
  const { errors } = await (await app.client()).graphql(
    'mutation ($input: LandingPageInput!) { createCoupon(input: { name: "Rye", landingPage: $input }) { id } }',
    { input: { isEnabled: 'perhaps' } },
  );

  expect(errors.map(({ extensions }) => extensions.field)).not.toContain('name');
});

test('a long text in place of an object is refused at once', async () => {
  const { errors } = await (await app.client()).graphql(
    'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id } }',
    { input: 'x'.repeat(900_000) },
  );

  expect(errors).toHaveLength(1);
});
