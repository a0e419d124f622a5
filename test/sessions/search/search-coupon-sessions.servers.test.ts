import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { type Door, doors } from '../doors.ts';

const app = useApp();

interface Conditions {
  coupon?: string;
  code?: string;
  phone?: string;
  email?: string;
}

/** The session codes of the result, in response order. */
async function search(door: Door, client: Client, { coupon, ...filters }: Conditions): Promise<string[]> {
  const sessions = (list: { session: string }[]) => list.map(({ session }) => session);
  if (door === 'REST') {
    const path = coupon ? '/v3/campaignsession/search' : '/v3/couponsession/search';
    const { body, codes } = await client.rest(path, { campaign: coupon, ...filters });
    return codes[0] === 512 ? [] : sessions(body.searchresults);
  }
  const { data } = await client.graphql(
    `query ($coupon: ID, $code: String, $phone: String, $email: String) {
      searchCouponSessions(coupon: $coupon, code: $code, phone: $phone, email: $email) { session }
    }`,
    { coupon, ...filters },
  );
  return sessions(data.searchCouponSessions);
}

test.for(doors)('by %s, a search finds a code by its beginning in any case, not by its middle', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customValCode: 'BREAD-2026-X' });
  const { session: mixed } = await makeSession(app.database, client.owner, { customValCode: 'Bread-2027-xYz' });
  await makeSession(app.database, client.owner, { customValCode: 'BREAM-2026-X' });
  await makeSession(app.database, client.owner);
  for (const code of ['BREAD-2026-X', 'bread-2026-x', 'Bread-2026']) {
    expect(await search(door, client, { code })).toEqual([session]);
  }
  for (const code of ['BREAD-2027-XYZ', 'bread-2027-x']) expect(await search(door, client, { code })).toEqual([mixed]);
  for (const code of ['BREAD', 'bread-20']) expect(await search(door, client, { code })).toEqual([mixed, session]);
  for (const code of ['READ-2026', 'BREAD-2026-XY', 'BREA%', 'BREA_', 'BRE*D']) {
    expect(await search(door, client, { code })).toEqual([]);
  }
});

test.for(doors)('by %s, a search reads a code as a scanner sends it', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { customValCode: 'Rye10Off' });
  const code = session.slice(0, 6);
  for (const way of [
    'rye10off\t',
    ' RYE10OFF\r\n',
    '\u200bRye10',
    '*R+Y+E10O+F+F*',
    `${code}\t`,
    `*${code.toUpperCase()}*`,
  ])
    expect(await search(door, client, { code: way }), way).toEqual([session]);
  expect(await search(door, client, { code: 'Rye11\t' })).toEqual([]);
});

test.for(doors)(
  'by %s, a search finds a session by its whole code, or by its first 6 characters or more',
  async (door) => {
    const client = await app.client();
    const { session, couponId } = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
    const code = session.slice(0, 6);
    const { session: other } = await makeSession(app.database, client.owner, {
      customValCode: `${code.toUpperCase()}-1`,
    });
    expect(await search(door, client, { code })).toEqual([other, session]);
    expect(await search(door, client, { code: code.toUpperCase(), email: 'ada@e' })).toEqual([session]);
    expect(await search(door, client, { code, coupon: couponId })).toEqual([session]);
    for (const whole of [session, session.toUpperCase(), session.slice(0, 20), ` ${session}\t`])
      expect(await search(door, client, { code: whole }), whole).toEqual([session]);
    for (const wrong of [session.slice(1, 7), session.slice(1), `${session}0`])
      expect(await search(door, client, { code: wrong }), wrong).toEqual([]);
    expect(await search(door, await app.client(), { code })).toEqual([]);
  },
);

const written = ['+49301234567', '+49 30 123-45-67', '+49 (0)30 1234567', '0049 30 123.4567', '+49 (30) 1234567'];

test.for(doors)('by %s, a search finds a phone number by its beginning in any notation', async (door) => {
  const client = await app.client();
  const sessions = await Promise.all(written.map((phone) => makeSession(app.database, client.owner, { phone })));
  await makeSession(app.database, client.owner, { phone: '+49309999999' });
  const expected = sessions.map(({ session }) => session).sort();
  for (const phone of [...written, '+4930123', '0049 30 12'])
    expect((await search(door, client, { phone })).sort()).toEqual(expected);
  expect(await search(door, client, { phone: '+49301234568' })).toEqual([]);
});

test.for(doors)('by %s, a search finds a phone number by its last digits, 5 or more', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { phone: '+49 30 1234567' });
  const { session: national } = await makeSession(app.database, client.owner, { phone: '034567 89' });
  expect(await search(door, client, { phone: '34567' })).toEqual([session]);
  expect(await search(door, client, { phone: '123 45-67' })).toEqual([session]);
  expect(await search(door, client, { phone: '03456' })).toEqual([national]);
  for (const phone of ['+34567', '12345', '4567%']) expect(await search(door, client, { phone })).toEqual([]);
});

test.for(doors)('by %s, a search finds a phone number by its national spelling', async (door) => {
  const client = await app.client({ timezone: 'Europe/Berlin' });
  const { session } = await makeSession(app.database, client.owner, { phone: '+49 0151 99999001' });
  for (const phone of [
    '0151 99999001',
    '0151/99999001',
    '0151 999',
    '00490151 99',
    '+49 (0)151 99',
    '+49151999',
    '99001',
  ])
    expect(await search(door, client, { phone }), phone).toEqual([session]);
  for (const phone of ['0152 999', '0519999', '+390151999']) expect(await search(door, client, { phone })).toEqual([]);
  const elsewhere = await app.client();
  const { session: other } = await makeSession(app.database, elsewhere.owner, { phone: '+4915199999001' });
  expect(await search(door, elsewhere, { phone: '0151 99999001' })).toEqual([other]);
});

test.for(doors)('by %s, a search finds an email address by its beginning in any case', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { email: 'Ada.L@Example.com' });
  const { session: longer } = await makeSession(app.database, client.owner, { email: 'ada.l@example.com.au' });
  await makeSession(app.database, client.owner, { email: 'eve@example.com' });
  for (const email of ['Ada.L@Example.com', 'ada.l', 'ADA.L@EXAMPLE']) {
    expect(await search(door, client, { email })).toEqual([longer, session]);
  }
  for (const email of ['example.com', 'ada%l', 'ada.l@example.com.br'])
    expect(await search(door, client, { email })).toEqual([]);
});

test.for(doors)('by %s, a search finds an email address in both spellings of its domain', async (door) => {
  const client = await app.client();
  const { session } = await makeSession(app.database, client.owner, { email: 'ada@bücher.example' });
  for (const email of ['Ada@BÜCHER.example', 'ada@xn--bcher-kva.ex', ' ada@bücher.ex'])
    expect(await search(door, client, { email }), email).toEqual([session]);
});

test.for(doors)('by %s, a search combines all conditions', async (door) => {
  const client = await app.client();
  const all = { customValCode: 'BREAD-1', phone: '+49301234567', email: 'ada@example.com' };
  const { session, couponId } = await makeSession(app.database, client.owner, all);
  await makeSession(app.database, client.owner, { ...all, customValCode: 'OTHER-1' });
  await makeSession(app.database, client.owner, { ...all, phone: '+49309999999' });
  await makeSession(app.database, client.owner, { ...all, email: 'eve@example.com' });
  const conditions = { code: 'BREAD', phone: all.phone, email: all.email };
  expect(await search(door, client, conditions)).toEqual([session]);
  expect(await search(door, client, { ...conditions, coupon: couponId })).toEqual([session]);
  expect(await search(door, client, { ...conditions, code: 'BREAD-2' })).toEqual([]);
});

test.for(doors)('by %s, a search within a coupon leaves out other coupons', async (door) => {
  const client = await app.client();
  const { session, couponId } = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const other = await makeSession(app.database, client.owner, { email: 'ada@example.com' });
  const empty = await makeCoupon(app.database, client.owner);
  const email = 'ada@example.com';
  expect(await search(door, client, { email })).toEqual([other.session, session]);
  expect(await search(door, client, { email, coupon: couponId })).toEqual([session]);
  expect(await search(door, client, { email, coupon: empty.id })).toEqual([]);
});

test.for(doors)('by %s, a search returns at most 100 sessions, newest first', async (door) => {
  const client = await app.client();
  const { id } = await makeCoupon(app.database, client.owner);
  const { body } = await client.rest('/v3/multiplesingleuse/create', {
    ...{ campaign: id, amount: 105, automated_codes: true, code_prefix: 'MANY-' },
  });
  const created: string[] = body.data.map((item: { single_use_code: string }) => item.single_use_code);
  expect(await search(door, client, { code: 'MANY-' })).toEqual(created.slice(5).reverse());
});

test.for(doors)('by %s, a search skips other accounts and deleted coupons', async (door) => {
  const client = await app.client();
  const given = { customValCode: 'BREAD-1', phone: '+49301234567', email: 'ada@example.com' };
  await makeSession(app.database, (await app.client()).owner, given);
  const coupon = await makeCoupon(app.database, client.owner, { deletedAt: '2026-01-01 00:00:00.000' });
  await makeSession(app.database, client.owner, { ...given, coupon });
  expect(await search(door, client, { code: 'BREAD' })).toEqual([]);
  expect(await search(door, client, { phone: given.phone })).toEqual([]);
  expect(await search(door, client, { email: given.email })).toEqual([]);
});
