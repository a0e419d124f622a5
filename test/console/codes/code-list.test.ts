import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession, makeSessions } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

/** The sessions to which a page links, in its order. */
const shown = (text: string) => [
  ...new Set([...text.matchAll(/\/console\/sessions\/(\w{21})/g)].map(([, one]) => one)),
];

test('the codes of a campaign are listed page by page, newest first', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner, { name: 'Rye' });
  const made = (await makeSessions(app.database, coupon, Array(60).fill({})))
    .map(({ session }) => session)
    .toReversed();
  const visitor = await visit(app, owner, 'ANALYST');

  const first = await visitor.open(`/campaigns/${coupon.id}/codes`);
  expect(first).toMatchObject({ status: 200, text: expect.stringContaining('Rye') });
  expect(shown(first.text)).toEqual(made.slice(0, 50));
  const [, next = ''] = /class="button quiet" href="\/console([^"]+after=[^"]+)"/.exec(first.text) ?? [];
  expect(shown((await visitor.open(next.replaceAll('&amp;', '&'))).text)).toEqual(made.slice(50));
  expect(first.text).not.toContain('codes/new');
});

test('codes are listed by their state', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const at = '2026-01-02 00:00:00.000';
  const make = (facts: object) => makeSession(app.database, owner, { coupon, ...facts });
  const { session: fresh } = await make({});
  const { session: claimed } = await make({ claimed: at });
  const { session: voided } = await make({ voided: at });
  const visitor = await visit(app, owner);
  const inState = async (state: string) =>
    shown((await visitor.open(`/campaigns/${coupon.id}/codes?state=${state}`)).text);

  expect(await inState('CLAIMED')).toEqual([claimed]);
  expect(await inState('VOIDED')).toEqual([voided]);
  expect(await inState('UNCLAIMED')).toEqual([voided, fresh]);
  expect(await inState('LOCKED')).toEqual([]);
  expect(await inState('anything')).toEqual([voided, claimed, fresh]);
});

test('codes are found by their beginning, email address, phone number and custom id, within the campaign', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const { session } = await makeSession(app.database, owner, {
    coupon,
    ...{ customValCode: 'BREAD-7', email: 'ada@example.com', phone: '+49 30 1234567', customId: 'c7' },
  });
  await makeSession(app.database, owner, { customValCode: 'BREAD-7' });
  const visitor = await visit(app, owner);
  const search = async (text: string) =>
    shown((await visitor.open(`/campaigns/${coupon.id}/codes?text=${encodeURIComponent(text)}`)).text);

  for (const text of [
    'BREAD-7',
    'bread',
    'ada@ex',
    '+4930',
    '1234567',
    'c7',
    session,
    session.slice(0, 6),
    ` ${session} `,
  ])
    expect(await search(text), text).toEqual([session]);
  for (const text of ['a', 'BREAM', 'x@y', '%', 'x'.repeat(300)]) expect(await search(text), text).toEqual([]);
});

test('an empty campaign says what to do next, to those who may', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const path = `/campaigns/${coupon.id}/codes`;
  expect((await (await visit(app, owner)).open(path)).text).toContain(`/console${path}/new`);
  const { text } = await (await visit(app, owner, 'ANALYST')).open(path);
  expect(text).toContain('No codes yet');
  expect(text).not.toContain(`/console${path}/new`);
  expect((await (await visit(app, owner, 'OWNER', 'de')).open(path)).text).toContain('Noch keine Codes');
});

test('texts of customers are escaped', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner, { name: '<b>Rye</b>' });
  await makeSession(app.database, owner, { coupon, firstName: '<script>alert(1)</script>', lastName: '"><img>' });
  const { text } = await (await visit(app, owner)).open(
    `/campaigns/${coupon.id}/codes?text=%22%3E%3Cimg%3E&state=%3Cb%3E`,
  );
  expect(text).not.toMatch(/<script>alert|<b>|"><img>/);
});

test.each([
  ['sessions', 'email,phone'],
  ['codes', 'code'],
])('a form downloads the %s as CSV', async (form, header) => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  await makeSession(app.database, owner, { coupon, autoValCode: 'DIGITS_6' });
  const path = `/campaigns/${coupon.id}/codes`;

  const { status, to } = await (await visit(app, owner)).send(path, form);
  expect({ status, to }).toEqual({ status: 303, to: expect.stringMatching('^/exports/') });
  const file = await fetch(app.url + to);
  expect(file.headers.get('content-type')).toMatch('text/csv');
  const [head = '', ...rows] = (await file.text()).trim().split('\n');
  expect(head).toContain(header);
  expect(rows).toHaveLength(1);
  expect((await (await visit(app, owner, 'ANALYST')).send(path, form)).status).toBe(403);
});

test('campaigns of other accounts and wrong cursors do not show', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const stranger = await visit(app, (await app.client()).owner);
  for (const path of ['codes', 'codes/new', 'codes/import', 'codes/batch'])
    expect((await stranger.open(`/campaigns/${coupon.id}/${path}`)).status, path).toBe(404);
  expect((await (await visit(app, owner)).open(`/campaigns/${coupon.id}/codes?after=x`)).status).toBe(400);
  expect((await (await visit(app, owner)).open('/campaigns/x/codes')).status).toBe(404);
});
