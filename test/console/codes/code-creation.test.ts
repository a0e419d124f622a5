import { expect, test } from 'vitest';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
import { runStep } from '../../support/jobs.ts';
import { makeCoupon } from '../../support/make.ts';
import { visit } from '../../support/visitor.ts';

const app = useAppWithDatabaseOfItsOwn();
const step = () => runStep(app.database);

const given = {
  amount: '25',
  status: 'NORMAL',
  codeType: 'ALPHANUMERIC',
  codeLength: '',
  codePrefix: '',
  codePattern: '',
};

test('codes are created by a job, whose page shows the progress', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner, 'MARKETER');
  const path = `/campaigns/${coupon.id}/codes`;

  const { status, to } = await visitor.send(`${path}/new`, 'create', {
    ...given,
    ...{ automatedCodes: 'on', codePattern: 'RYE-####-####', withoutLookAlikes: 'on' },
  });
  expect(status).toBe(303);
  expect(to).toMatch(new RegExp(`^/console${path}/jobs/job_\\w{16}$`));
  const job = (to ?? '').replace('/console', '');
  expect((await visitor.open(job)).text).toMatch(/0 of 25 created.*name="_form" value="pause".*value="cancel"/s);
  while (await step());
  const { text } = await visitor.open(job);
  expect(text).toContain('25 of 25 created');
  expect(text).not.toContain('data-refresh');
  expect(text).not.toContain('name="_form" value="pause"');
  const codes = await app.database.rows<{ code: string }>(
    'SELECT s.custom_validation_code AS code FROM coupon_sessions s WHERE s.coupon_id = ?',
    [coupon.id],
  );
  expect(codes).toHaveLength(25);
  for (const { code } of codes) expect(code).toMatch(/^RYE-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
});

test('a job is paused, resumed and cancelled', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner);
  const { to } = await visitor.send(`/campaigns/${coupon.id}/codes/new`, 'create', given);
  const job = (to ?? '').replace(/^\/console|\?.*/g, '');
  const shows = async () =>
    /class="status \w+">([^<]+)<\/span><\/p><progress/.exec((await visitor.open(job)).text)?.[1];
  const press = async (form: string) => {
    expect(await visitor.send(job, form)).toMatchObject({ status: 303, to: `/console${job}?done=${form}` });
    return shows();
  };

  expect(await press('pause')).toBe('Paused');
  expect(await press('resume')).toBe('Waiting');
  expect(await press('cancel')).toBe('Cancelled');
  expect(await step()).toBe(false);
});

test('more than 10,000 codes are created only after a question, which is asked again when the number changes', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner, 'MARKETER');
  const path = `/campaigns/${coupon.id}/codes/new`;
  const asked = (text: string) => /name="_answered" value="([^"]+)"/.exec(text)?.[1] ?? '';

  const first = await visitor.send(path, 'create', { ...given, amount: '2001000', status: 'VOIDED' });
  expect(first).toMatchObject({ status: 200, to: null });
  expect(first.text).toContain('Create 2,001,000 codes?');
  expect(first.text).toContain('value="2001000"');
  const other = await visitor.send(path, 'create', { ...given, amount: '10001', _answered: asked(first.text) });
  expect(other.text).toContain('Create 10,001 codes?');
  const answered = await visitor.send(path, 'create', { ...given, amount: '10001', _answered: asked(other.text) });
  const unasked = await visitor.send(path, 'create', { ...given, amount: '10000' });

  expect([answered.status, unasked.status]).toEqual([303, 303]);
  const jobs = await app.database.rows('SELECT 1 FROM jobs j WHERE j.account_id = ?', [owner.account.id]);
  expect(jobs).toHaveLength(2);
  expect((await visitor.open(path)).text).toMatch(/name="amount"[^>]*value="100"|value="100"[^>]*name="amount"/);
});

test('two clicks on the button create one job', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner);
  const path = `/campaigns/${coupon.id}/codes/new`;
  const [, once = ''] = /name="_once" value="([^"]+)"/.exec((await visitor.open(path)).text) ?? [];
  const places = [];
  for (let click = 0; click < 2; click += 1)
    places.push((await visitor.send(path, 'create', { ...given, _once: once })).to);
  expect(new Set(places).size).toBe(1);
});

test.each([
  [{ amount: '' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '5000001' }, 'amount'],
  [{ amount: 'many' }, 'amount'],
  [{ amount: '1e3' }, 'amount'],
  [{ status: 'BROKEN' }, 'status'],
  [{ codeLength: '9' }, 'codeLength'],
  [{ codePrefix: 'ä' }, 'codePrefix'],
  [{ codePattern: 'no place' }, 'codePattern'],
])('%j is refused at its field, and nothing is created', async (wrong: Record<string, string>, field) => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner);
  const { status, text } = await visitor.send(`/campaigns/${coupon.id}/codes/new`, 'create', { ...given, ...wrong });
  expect(status).toBe(422);
  expect(text).toContain(`id="create--${field}-problem"`);
  expect(await app.database.rows('SELECT 1 FROM jobs WHERE account_id = ?', [owner.account.id])).toEqual([]);
});

test('a form is too small for too many codes of its form', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const { status, text } = await (await visit(app, owner)).send(`/campaigns/${coupon.id}/codes/new`, 'create', {
    ...given,
    ...{ amount: '1000', automatedCodes: 'on', codePattern: '##' },
  });
  expect(status).toBe(422);
  expect(text).toMatch(/role="alert"/);
});

test('a page of a job of another account does not open', async () => {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const { to } = await (await visit(app, owner)).send(`/campaigns/${coupon.id}/codes/new`, 'create', given);
  const { owner: other } = await app.client();
  const own = await makeCoupon(app.database, other);
  const job = (to ?? '').replace('/console', '').replace(coupon.id, own.id);
  expect((await (await visit(app, other)).open(job)).status).toBe(404);
  expect((await (await visit(app, other)).send(job.replace(/\?.*/, ''), 'cancel')).status).not.toBe(303);
});
