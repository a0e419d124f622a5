import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { change, makeMessage } from '../../support/make-messages.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

async function start(given: Parameters<typeof makeSession>[2] = {}, role?: 'MARKETER' | 'ANALYST') {
  const { owner } = await app.client();
  const coupon = given.coupon ?? (await makeCoupon(app.database, owner, { name: 'Rye' }));
  const { session } = await makeSession(app.database, owner, { coupon, ...given });
  const visitor = await visit(app, owner, role);
  const path = `/sessions/${session}`;
  const shown = async () => (await visitor.open(path)).text;
  const forms = async () =>
    [...(await shown()).matchAll(/name="_form" value="(\w+)"/g)].map(([, name]) => name as string);
  return { owner, coupon, session, visitor, path, shown, forms };
}

const statusIn = (text: string) => /<h1>.*?class="status \w+">([^<]+)/s.exec(text)?.[1];

test('a screen shows the codes, the customer, the times and the page of a session', async () => {
  const { session, coupon, shown } = await start({
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+49301234567' },
    ...{ customValCode: 'RYE-7', customId: 'c-7', customField2: 'window seat', utmSource: 'flyer' },
  });
  const text = await shown();
  for (const part of [session, session.slice(0, 6), 'RYE-7', 'c-7', 'Ada Lovelace', 'ada@example.com', '+49301234567'])
    expect(text).toContain(part);
  for (const part of ['window seat', 'utm_source', 'flyer', `/p/${coupon.code}/${session}/barcode.svg`, 'Rye'])
    expect(text).toContain(part);
  expect(statusIn(text)).toBe('New');
  expect(text).toMatch(/Code created.*program|Code created/s);
});

test('transitions change the state, and the history says who did it', async () => {
  const { owner, visitor, path, shown, forms } = await start();
  const press = async (form: string, fields: Record<string, string> = {}) => {
    expect(await visitor.send(path, form, fields), form).toMatchObject({
      status: 303,
      to: `/console${path}?done=${form}`,
    });
    return statusIn(await shown());
  };

  expect(await press('hold', { seconds: '60' })).toBe('Reserved');
  expect(await press('claim')).toBe('Reserved');
  expect(await press('validate', { moneySpent: '24,5' })).toBe('Redeemed');
  expect(await forms()).not.toContain('validate');
  expect(await shown()).toContain('24.50');
  expect(await press('unvalidate')).toBe('Claimed');
  expect(await press('lock')).toBe('Locked');
  expect(await press('unlock')).toBe('Claimed');
  expect(await press('void')).toBe('Cancelled');
  expect(await forms()).toEqual(expect.arrayContaining(['unvoid', 'edit', 'remove']));
  expect(await press('unvoid')).toBe('Claimed');
  const [person] = await app.database.rows<{ email: string }>(
    'SELECT p.email AS email FROM console_people p WHERE p.id = ?',
    [visitor.personId],
  );
  expect((await shown()).split(person?.email ?? '-').length).toBeGreaterThan(8);
  expect(owner.account.id).toMatch(/^acc_/);
});

test('what the state does not allow has no button, and a stale form says why', async () => {
  const { visitor, path, forms } = await start({
    validated: '2026-01-02 00:00:00.000',
    claimed: '2026-01-02 00:00:00.000',
  });
  expect(await forms()).not.toContain('validate');
  const { status, text } = await visitor.send(path, 'validate', { moneySpent: '' });
  expect(status).toBe(422);
  expect(text).toMatch(/role="alert">[^<]*The code has already been redeemed/);
  expect((await visitor.send(path, 'nothing')).status).toBe(400);
});

test('a role sees only what it may do', async () => {
  const { forms: ofMarketer, visitor, path } = await start({ claimed: '2026-01-02 00:00:00.000' }, 'MARKETER');
  expect((await ofMarketer()).toSorted()).toEqual(['activate', 'edit', 'lock', 'remove', 'void']);
  expect((await visitor.send(path, 'validate')).status).toBe(403);
  const { forms: ofAnalyst, shown } = await start({}, 'ANALYST');
  expect(await ofAnalyst()).toEqual([]);
  expect(await shown()).toContain('Your role only lets you view this code.');
});

test('a session of a voided campaign or that has expired says that nothing can be done', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner, { voided: true });
  const { session } = await makeSession(app.database, owner, { coupon });
  const { text } = await (await visit(app, owner)).open(`/sessions/${session}`);
  expect(text).toContain('The campaign is cancelled');
  expect(text).not.toContain('value="edit"');
  const { shown, forms } = await start({ expiresAt: '2026-01-02 00:00:00.000' });
  expect(statusIn(await shown())).toBe('Expired');
  expect(await forms()).toEqual(['remove']);
});

test('details are edited, and an empty field clears what was stored', async () => {
  const { session, visitor, path } = await start({ ...{ customId: 'before', customField1: 'window' } });
  const stored = async () =>
    (
      await app.database.rows(
        'SELECT custom_id AS customId, custom_field1 AS one, custom_field2 AS two, money_spent AS money FROM coupon_sessions WHERE session = ?',
        [session],
      )
    )[0];
  const given = { customId: 'after', moneySpent: '3', customField1: '', customField2: 'aisle' };
  expect((await visitor.send(path, 'edit', given)).status).toBe(303);
  expect(await stored()).toEqual({ customId: 'after', one: null, two: 'aisle', money: '3.000' });

  const wrong = await visitor.send(path, 'edit', { ...given, customId: 'no spaces', moneySpent: 'much' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('edit--customId-problem');
  expect(wrong.text).toContain('edit--moneySpent-problem');
  expect(wrong.text).toContain('value="no spaces"');
  expect(await stored()).toMatchObject({ customId: 'after' });
});

test('a session is deleted and leads to the codes of its campaign', async () => {
  const { coupon, visitor, path } = await start();
  expect(await visitor.send(path, 'remove', { coupon: coupon.id })).toMatchObject({
    status: 303,
    to: `/console/campaigns/${coupon.id}/codes?done=sessions.remove`,
  });
  expect((await visitor.open(path)).status).toBe(404);
});

test('messages that carried the session are listed', async () => {
  const { owner, session, shown } = await start();
  const { id } = await makeMessage(app.database, owner);
  await change(app.database, id, { session });
  expect(await shown()).toMatch(/Messages.*ada@example\.com/s);
});

test('sessions of other accounts and wrong codes do not open', async () => {
  const { path } = await start();
  const stranger = await visit(app, (await app.client()).owner);
  expect((await stranger.open(path)).status).toBe(404);
  expect((await stranger.send(path, 'void')).status).not.toBe(303);
  for (const wrong of ['x', '%00', '<b>', 'x'.repeat(500)])
    expect((await stranger.open(`/sessions/${encodeURIComponent(wrong)}`)).status, wrong).toBeLessThan(500);
});

test('text of strangers is escaped, and German is spoken', async () => {
  const { owner, path } = await start({
    ...{ firstName: '<script>alert(1)</script>', customField1: '"><img src=x>', utmSource: '<b>' },
  });
  const { text } = await (await visit(app, owner, 'OWNER', 'de')).open(path);
  expect(text).not.toMatch(/<script>alert|<img src=x>|<b>/);
  expect(text).toContain('Aktionen');
});
