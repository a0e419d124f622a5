import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { type Visitor, visit } from '../../support/visitor.ts';

const app = useApp();

async function start(role?: 'ANALYST') {
  const { owner } = await app.client();
  const coupon = await makeCoupon(app.database, owner);
  const visitor = await visit(app, owner, role);
  const pool = async () =>
    (
      await app.database.rows<{ code: string }>(
        'SELECT v.code AS code FROM validation_codes v WHERE v.coupon_id = ? ORDER BY v.position',
        [coupon.id],
      )
    ).map(({ code }) => code);
  return { path: `/campaigns/${coupon.id}/codes/import`, visitor, pool };
}

function upload(visitor: Visitor, path: string, text: string | null, form = 'file') {
  const body = new FormData();
  body.append('_form', form);
  if (text !== null) body.append('file', new Blob([text], { type: 'text/csv' }), 'codes.csv');
  return visitor.post(path, body);
}

test('pasted codes are imported, with a report of what was skipped', async () => {
  const { path, visitor, pool } = await start();
  const { status, text } = await visitor.send(path, 'paste', { codes: ' RYE-1\r\nRYE-2\n\nRYE-1\n<b>ä</b>\n' });
  expect(status).toBe(200);
  expect(text).toContain('2 codes imported');
  expect(text).toContain('2 lines skipped');
  expect(text).toContain('Occurs earlier in the import');
  expect(text).toContain('&lt;b>ä&lt;/b>');
  expect(await pool()).toEqual(['RYE-1', 'RYE-2']);
});

test('without codes, the form says so', async () => {
  const { path, visitor } = await start();
  const { status, text } = await visitor.send(path, 'paste', { codes: ' \n ' });
  expect(status).toBe(422);
  expect(text).toContain('id="paste--codes-problem"');
});

test('a file is imported as a stream, with a report of the first lines that were skipped', async () => {
  const { path, visitor, pool } = await start();
  const lines = Array.from({ length: 5000 }, (_, index) => `RYE-${index}`);
  const { status, text } = await upload(visitor, path, [...lines, ...lines.slice(0, 150), ''].join('\n'));
  expect(status).toBe(200);
  expect(text).toContain('5,000 codes imported');
  expect(text).toContain('150 lines skipped');
  expect(text).toContain('The first 100 of them');
  expect(text.match(/The campaign already has this code|Occurs earlier/g)).toHaveLength(100);
  expect(await pool()).toEqual(lines);
});

test('a file that is not CSV is imported up to there', async () => {
  const { path, visitor } = await start();
  const { text } = await upload(visitor, path, `RYE-1\n${'x'.repeat(20_000)}\n`);
  expect(text).toContain('The import stopped before the end of the file');
});

test('a form without a file, of another name or that is cut off changes nothing', async () => {
  const { path, visitor, pool } = await start();
  expect(await upload(visitor, path, null)).toMatchObject({
    status: 422,
    text: expect.stringContaining('file-problem'),
  });
  expect((await upload(visitor, path, 'RYE-1', 'other')).status).toBe(422);
  expect((await upload(visitor, path, 'RYE-1', '__proto__')).status).toBe(422);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  for (const body of [
    '',
    '--x',
    '--x\r\nContent-Disposition: form-data; name="_form"\r\n\r\nfile\r\n',
    '--x\r\nContent-Disposition: form-data; name="_form"\r\n\r\nfile\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nRYE-1',
  ])
    expect((await visitor.post(path, body, headers)).status).toBe(422);
  expect((await visitor.post(path, 'x', { 'Content-Type': 'multipart/form-data' })).status).toBe(422);
  expect((await visitor.post(path, 'x', { 'Content-Type': 'text/plain' })).status).toBe(400);
  expect(await pool()).toEqual([]);
});

test('files go to screens that take them only', async () => {
  const { path, visitor } = await start();
  expect((await upload(visitor, path.replace('/import', ''), 'RYE-1')).status).toBe(422);
});

test('who may not write cannot import, and who is signed out is asked to sign in', async () => {
  const { path, visitor, pool } = await start('ANALYST');
  expect((await visitor.open(path)).status).toBe(403);
  expect((await upload(visitor, path, 'RYE-1')).status).toBe(403);
  const body = new FormData();
  body.append('_form', 'file');
  body.append('file', new Blob(['RYE-1']), 'codes.csv');
  const headers = { 'Sec-Fetch-Site': 'same-origin' };
  const answer = await fetch(`${app.url}/console${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in/);
  const foreign = await fetch(`${app.url}/console${path}`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  expect(await pool()).toEqual([]);
});
