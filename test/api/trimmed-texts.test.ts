import { expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../src/api/operation.ts';
import '../../src/main/registries/schema.ts';
import { useApp } from '../support/app.ts';
import { bare, pathsOf, schemaAt, validValue } from '../support/arbitraries.ts';
import { ConsoleVisitor } from '../support/console-visitor.ts';

/* Addresses, numbers, codes and dates, copied with spaces, line breaks or invisible characters around them. */

const app = useApp();
const around = (text: string) => `\u00a0\t${text} \u200b\r\n`;

const words = [
  ...['https://example.com/a.png', 'ada@example.com', '+493012345678', 'Europe/Berlin', 'example.com', '#14507a'],
  ...['2030-01-31', '2030-01-31 12:00:00', '12.50', 'EUR', 'RYE-####', 'RYE', '123456'],
];

/** Texts that only programs write, and secrets. */
function isForPrograms(schema: z.ZodType): boolean {
  const { scalar, idKinds, secret } = schema.meta() ?? {};
  if (scalar === 'ID' || scalar === 'DateTime' || idKinds || secret) return true;
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inside = innerType ?? input;
  return inside !== undefined && isForPrograms(inside);
}

const programNames = /^(filter\.)?(actor|by|key|operation|type|types|keyword|search)$/;

const fields = [...operations.values()].flatMap(({ name, input }) =>
  pathsOf(input).flatMap((path) => {
    const outer = schemaAt(input, path);
    const inner = bare(outer);
    const schema = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : outer;
    const place = path.join('.');
    if (!(bare(schema) instanceof z.ZodString) || isForPrograms(schema) || programNames.test(place)) return [];
    const text = validValue(schema, words);
    const isValid = typeof text === 'string' && schema.safeParse(text).success;
    // A text that may contain spaces can also begin with one.
    const isPiece = ['a b', 'a bcdefghijk'].every((words) => !schema.safeParse(words).success);
    return isValid && isPiece ? [{ name, place, schema, text }] : [];
  }),
);

test('every operation trims the texts that have no spaces in them', () => {
  const kept = fields.filter(({ schema, text }) => schema.safeParse(around(text)).data !== schema.parse(text));

  expect(kept.map(({ name, place }) => `${name} ${place}`)).toEqual([]);
  expect(fields.length).toBeGreaterThan(50);
});

test('a webhook stores its address without what was copied along, over GraphQL and in the console', async () => {
  const client = await app.client();
  const visitor = await ConsoleVisitor.of(app, client.owner);

  const { data } = await client.graphql(
    'mutation ($url: String!) { createWebhookEndpoint(input: { url: $url }) { endpoint { url } } }',
    { url: around('https://example.com/hook') },
  );
  await visitor.post('/webhooks/new', 'create', { url: around('https://example.com/other'), kinds: [], types: [] });

  expect(data.createWebhookEndpoint.endpoint.url).toBe('https://example.com/hook');
  const rows = await app.database.rows<{ url: string }>(
    'SELECT url FROM webhook_endpoints WHERE account_id = ? ORDER BY url',
    [client.owner.account.id],
  );
  expect(rows.map(({ url }) => url)).toEqual(['https://example.com/hook', 'https://example.com/other']);
});

test('REST stores a custom id and an email address without them', async () => {
  const client = await app.client();
  const coupon = await client.graphql('mutation { createCoupon(input: { name: "Rye" }) { id } }');

  const { status, body } = await client.rest('/v3/singleuse/create', {
    campaign: coupon.data.createCoupon.id,
    ...{ customid: around('rye-1'), email: around('ada@example.com') },
  });

  expect(status, JSON.stringify(body)).toBe(200);
  const rows = await app.database.rows<{ customId: string; email: string }>(
    'SELECT custom_id AS customId, email FROM coupon_sessions WHERE coupon_id = ?',
    [coupon.data.createCoupon.id],
  );
  expect(rows).toEqual([{ customId: 'rye-1', email: 'ada@example.com' }]);
});

test('an address is refused with one sentence', async () => {
  const client = await app.client();
  const create = 'mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret } }';
  const refusal = async (url: string) => (await client.graphql(create, { input: { url } })).errors[0]?.message;

  expect(await refusal('ftp://x')).toBe('url: must be an https address');
  expect(await refusal('https://exam\nple.com')).toBe('url: must not contain line breaks or tabs');
  const image = 'mutation { createCoupon(input: { name: "Rye", imageUrl: "http://x" }) { id } }';
  expect((await client.graphql(image)).errors[0]?.message).toBe(
    'imageUrl: is not an https address with a public host, such as https://example.com/bread.png',
  );
});
