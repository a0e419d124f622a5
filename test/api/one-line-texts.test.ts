import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import { ConsoleVisitor } from '../support/console-visitor.ts';
import { makeCard } from '../support/make-loyalty.ts';

/* Names and other texts in one line, as they come from spreadsheets and older programs. */

const app = useApp();
const given = '\tRye\r\nand\u0000 wheat\u2028bread\u001b';
const stored = 'Rye and  wheat bread';

test('control characters in names become spaces over GraphQL', async () => {
  const client = await app.client();
  const coupon = await client.graphql(
    'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { name title tags description } }',
    { input: { name: given, title: given, tags: [given], description: given } },
  );
  const folder = await client.graphql('mutation ($name: String!) { createFolder(input: { name: $name }) { name } }', {
    name: given,
  });
  const key = await client.graphql(
    'mutation ($name: String!) { createApiKey(input: { name: $name, scopes: [READ] }) { key { name } } }',
    { name: given },
  );

  const line = expect.stringMatching(/^ ?Rye and {2}wheat bread ?$/);
  expect(coupon.data.createCoupon).toEqual({ name: stored, title: line, tags: [stored], description: given });
  expect(folder.data.createFolder.name).toBe(stored);
  expect(key.data.createApiKey.key.name).toBe(stored);
});

test('control characters in names become spaces over REST, and other texts keep them', async () => {
  const client = await app.client();
  const { id } = await makeCard(app.database, client.owner);

  const { status, body } = await client.rest(`/v4/loyalty/loyalty-cards/${id}/stats/bulk`, [
    { first_name: 'Ada\r\nMaria', last_name: 'Love\tlace', custom_1: 'two\nlines' },
  ]);

  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toEqual([
    expect.objectContaining({ first_name: 'Ada Maria', last_name: 'Love lace', custom_1: 'two\nlines' }),
  ]);
});

test('a filter finds the name as it was given', async () => {
  const client = await app.client();
  await client.graphql('mutation { createLocation(input: { name: "VIP\\t2026" }) { id } }');

  const { data } = await client.graphql('{ locations(filter: { name: "VIP\\t2026" }) { nodes { name } } }');

  expect(data.locations.nodes).toEqual([{ name: 'VIP 2026' }]);
});

test('a name of nothing but control characters is refused', async () => {
  const client = await app.client();
  const { errors } = await client.graphql('mutation { createFolder(input: { name: "\\u0000\\u0007\\n" }) { name } }');

  expect(errors.map(({ extensions }) => [extensions.code, extensions.field])).toEqual([['INVALID_INPUT', 'name']]);
});

test('the console stores the same name', async () => {
  const { owner } = await app.client();
  const visitor = await ConsoleVisitor.of(app, owner);

  await visitor.post('/campaigns/new', 'create', { name: given, timezone: 'Europe/Berlin' });

  const rows = await app.database.rows<{ name: string }>('SELECT name FROM coupons WHERE account_id = ?', [
    owner.account.id,
  ]);
  expect(rows).toEqual([{ name: stored }]);
});
