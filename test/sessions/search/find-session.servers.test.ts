import { expect, test } from 'vitest';
import { sessionPath } from '../../../src/vocabulary/links.ts';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';

const app = useApp();

async function find(client: Client, code: string): Promise<string[]> {
  const { data, errors } = await client.graphql('query ($code: String!) { findSession(code: $code) { session } }', {
    code,
  });
  expect(errors).toEqual([]);
  return data.findSession.map(({ session }: { session: string }) => session);
}

test('a session is found by each of its codes and by its address', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, {
    coupon,
    customId: 'Ada-1',
    customValCode: 'Bread-7',
  });
  await makeSession(app.database, client.owner, { customId: 'Ada-12', customValCode: 'BREAD-70' });
  const path = sessionPath(coupon.code, session);

  const ways = [
    session,
    session.toUpperCase(),
    ` ${session}\n`,
    session.slice(0, 6),
    session.slice(0, 6).toUpperCase(),
    app.url + path,
    `${app.url}${path}?utm_source=till#top`,
    `https://former.example${path}/barcode.svg`,
    `https://former.example${path.replace('/p/', '/c/')}`,
    'Ada-1',
    'Bread-7',
  ];
  for (const way of ways) expect(await find(client, way), way).toEqual([session]);
  for (const other of ['Ada', 'ada-11', 'Bread', session.slice(0, 5), session.slice(0, 20), `${app.url}/p/${session}`])
    expect(await find(client, other), other).toEqual([]);
});

test('validation codes and custom ids are found in capitals and in small letters', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customId: 'ada-1', customValCode: 'BREAD-7' });
  for (const way of ['ADA-1', 'Ada-1', 'bread-7', 'Bread-7', '\u200bBREAD-7\u202c', '\x1dBREAD-7\t', 'ada-1\r\n\0'])
    expect(await find(client, way), way).toEqual([session]);
});

test('validation codes and custom ids in mixed case are found in any case', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, {
    customId: 'AbCdEfGh-99',
    customValCode: 'Rye10Off',
  });
  await makeSession(app.database, client.owner, { customId: 'AbCdEfGh-990', customValCode: 'Rye10Offer' });
  for (const way of ['Rye10Off', 'rye10off', 'RYE10OFF', 'rYE10oFF', 'abcdefgh-99', 'ABCDEFGH-99', 'aBCDefGH-99'])
    expect(await find(client, way), way).toEqual([session]);
  for (const other of ['rye10of', 'abcdefgh-9']) expect(await find(client, other), other).toEqual([]);
});

test('the symbols of a Code 39 barcode are read as a scanner without its extension sends them', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customValCode: 'Rye!10_%~@`' });
  const symbols = session.replace(/[a-z]/g, (letter) => `+${letter.toUpperCase()}`);
  for (const way of [symbols, `*${symbols}*`, `*${session.toUpperCase()}*`, 'R+Y+E/A10%O/E%S%V%W'])
    expect(await find(client, way), way).toEqual([session]);
});

test('what a scanner sends before a code to tell the kind of barcode is ignored', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customId: 'ada-1', customValCode: 'Rye10+Off' });
  const address = `https://pages.bakery.example/c/abcd1234/${session}`;
  for (const prefix of [']C1', ']A0', ']Q3', ']d2\x1d', ']e0'])
    for (const code of ['ada-1', 'RYE10+OFF', session, session.slice(0, 6), address, '*ADA-1*'])
      expect(await find(client, prefix + code), prefix + code).toEqual([session]);
  for (const other of [']C1', ']C1ada-2', ']-1ada-1', 'C1ada-1']) expect(await find(client, other), other).toEqual([]);

  const { session: odd } = await makeSession(app.database, client.owner, { customValCode: ']C1ada-1' });
  expect(await find(client, ']C1ada-1')).toEqual([odd]);
});

test('a code of several sessions returns all of them, newest first, at most 20', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner);
  const code = session.slice(0, 6);
  const { session: byCode } = await makeSession(app.database, client.owner, { customValCode: code });
  const { session: byId } = await makeSession(app.database, client.owner, { customId: code });
  const coupon = await makeCoupon(app.database, client.owner);
  const many = await makeSessions(app.database, coupon, Array(25).fill({}));
  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupon_sessions SET custom_validation_code = ? WHERE coupon_id = ?', [
      'MANY',
      coupon.id,
    ]),
  );

  expect(await find(client, code)).toEqual([byId, byCode, session]);
  expect(await find(client, 'MANY')).toEqual(
    many
      .map(({ session }) => session)
      .toReversed()
      .slice(0, 20),
  );
});

test('a custom id is found as long as the session has it', async () => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customId: 'first' });
  const set = (customId: string | null, dryRun = false) =>
    client.graphql(
      'mutation ($s: ID!, $id: String, $dry: Boolean) { updateCouponSession(input: { session: $s, dryRun: $dry, data: { customId: $id } }) { customId } }',
      { s: session, id: customId, dry: dryRun },
    );
  const found = async () => [await find(client, 'first'), await find(client, 'second')].map(({ length }) => length);

  expect(await found()).toEqual([1, 0]);
  await set('second', true);
  expect(await found()).toEqual([1, 0]);
  await set('second');
  expect(await found()).toEqual([0, 1]);
  await set('second');
  expect(await found()).toEqual([0, 1]);
  await set(null);
  expect(await found()).toEqual([0, 0]);
});

test('the same custom id in several campaigns finds all sessions', async () => {
  const client = await app.client();
  const made = [];
  for (let index = 0; index < 3; index += 1)
    made.unshift((await makeSession(app.database, client.owner, { customId: 'ada' })).session);
  expect(await find(client, 'ada')).toEqual(made);
});

test('sessions of other accounts and of deleted campaigns are not found', async () => {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const { session } = await makeSession(app.database, client.owner, { coupon, customId: 'ada', customValCode: 'X-1' });
  const ways = [session, session.slice(0, 6), 'ada', 'X-1', app.url + sessionPath(coupon.code, session)];
  const stranger = await app.client();
  for (const way of ways) expect(await find(stranger, way), way).toEqual([]);

  await app.database.transaction((transaction) =>
    transaction.change('UPDATE coupons SET deleted_at = created_at WHERE id = ?', [coupon.id]),
  );
  for (const way of ways) expect(await find(client, way), way).toEqual([]);
});

test('any text is a code, up to 2,000 characters', async () => {
  const client = await app.client();
  for (const text of ['%', '_', "' OR 1 = 1", 'ß', '🥐', '🥐🥐🥐', '\u0000', 'x'.repeat(2000)])
    expect(await find(client, text)).toEqual([]);
  for (const code of ['', '  ', 'x'.repeat(2001)]) {
    const { errors } = await client.graphql('query ($code: String!) { findSession(code: $code) { session } }', {
      code,
    });
    expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
  }
});
