import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { makeDirectory, makeDirectoryUser, makePlacement } from '../../support/make-directories.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

const hostile = `"><script>alert(1)</script>'&`;

test('without directories, the list says what a directory is and how to begin', async () => {
  const { owner } = await app.client();
  const marketer = await visit(app, owner, 'MARKETER');
  const analyst = await visit(app, owner, 'ANALYST');

  const { status, text: html } = await marketer.open('/directories');

  expect(status).toBe(200);
  expect(html).toContain('No directories yet');
  expect(html).toContain('<details class="fold" open>');
  expect((await analyst.open('/directories')).text).not.toContain('name="_form"');
});

test('a directory is created, and the next screen is that of its offers', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');

  const { status, to } = await visitor.send('/directories', 'create', {
    name: hostile,
    title: '',
    timezone: 'Asia/Kolkata',
  });

  expect(status).toBe(303);
  expect(to).toMatch(/^\/console\/directories\/dir_[0-9a-z]{12}\/campaigns\?done=create$/);
  const { text: html } = await visitor.open('/directories');
  expect(html).toContain('&quot;>&lt;script>alert(1)');
  expect(html).not.toContain('<script>alert');
  const [stored] = await app.database.rows('SELECT name, title, timezone FROM directories WHERE account_id = ?', [
    owner.account.id,
  ]);
  expect(stored).toEqual({ name: hostile, title: null, timezone: 'Asia/Kolkata' });
});

test.each<{ fields: Record<string, string>; field: string }>([
  { fields: { name: '' }, field: 'name' },
  { fields: { name: 'x'.repeat(101) }, field: 'name' },
  { fields: { name: 'Old Town', imageUrl: 'javascript:alert(1)' }, field: 'imageUrl' },
  { fields: { name: 'Old Town', timezone: 'Nowhere' }, field: 'timezone' },
])('the form shows what is wrong with $fields, and keeps what was typed', async ({ fields, field }) => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');

  const { status, text: html } = await visitor.send('/directories', 'create', {
    description: 'typed',
    ...fields,
  });

  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`id="create--${field}-problem"`));
  expect(html).toContain('>typed</textarea>');
  expect(await app.database.rows('SELECT 1 FROM directories WHERE account_id = ?', [owner.account.id])).toEqual([]);
});

test('the list finds directories by their names, and goes on where a page ends', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  for (let number = 0; number < 51; number += 1) await makeDirectory(app.database, owner, { name: `Town ${number}` });
  await makeDirectory(app.database, owner, { name: 'Harbour', title: 'Ships' });

  const first = await visitor.open('/directories');
  const next = /href="\/console(\/directories\?after=[^"]+)"/.exec(first.text)?.[1] ?? '';

  expect(rowsOf(first.text)).toBe(50);
  expect(rowsOf((await visitor.open(next)).text)).toBe(2);
  expect(rowsOf((await visitor.open('/directories?search=sHiP')).text)).toBe(1);
  expect((await visitor.open('/directories?search=nowhere')).text).toContain('No matching directories');
  expect((await visitor.open('/directories?after=nonsense')).status).toBe(400);
});

test('a directory shows its address, its numbers and its settings, which can be changed and cleared', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const picture = 'https://example.com/picture.png';
  const directory = await makeDirectory(app.database, owner, { title: hostile, imageUrl: picture });
  await makePlacement(app.database, owner, directory);
  const path = `/directories/${directory.id}`;

  const { status, text: html } = await visitor.open(path);
  const saved = await visitor.send(path, 'save', { name: 'New', title: '', imageUrl: '', timezone: 'UTC' });

  expect(status).toBe(200);
  expect(html).toContain(`<code>${app.url}/d/${directory.code}</code>`);
  expect(html).toContain(`src="${picture}"`);
  expect(html).not.toContain('<script>alert');
  expect(saved.to).toBe(`/console${path}?done=save`);
  expect((await visitor.open(`${path}?done=save`)).text).toContain('The directory was saved.');
  const [stored] = await app.database.rows('SELECT name, title, image_url AS image FROM directories WHERE id = ?', [
    directory.id,
  ]);
  expect(stored).toEqual({ name: 'New', title: null, image: null });
  const wrong = await visitor.send(path, 'save', { name: ' ', timezone: 'UTC' });
  expect([wrong.status, wrong.text.includes('id="save--name-problem"')]).toEqual([422, true]);
});

test('a directory is deleted, and its screens are not found any more, nor those of another account', async () => {
  const [{ owner }, { owner: other }] = [await app.client(), await app.client()];
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const member = await makeDirectoryUser(app.database, owner, { directory });
  const foreign = await makeDirectory(app.database, other);
  const path = `/directories/${directory.id}`;

  expect((await visitor.send(path, 'delete')).to).toBe('/console/directories?done=delete');

  for (const missing of [
    ...[path, `${path}/campaigns`, `${path}/members`, `${path}/members/${member.id}`],
    ...[`/directories/${foreign.id}`, `/directories/${foreign.id}/members`, '/directories/dir_000000000000'],
  ])
    expect((await visitor.open(missing)).status, missing).toBe(404);
});

test('an analyst sees a directory without its forms', async () => {
  const { owner } = await app.client();
  const directory = await makeDirectory(app.database, owner);
  await makePlacement(app.database, owner, directory);
  const member = await makeDirectoryUser(app.database, owner, { directory, firstName: 'Ada', city: 'London' });
  const analyst = await visit(app, owner, 'ANALYST');
  const path = `/directories/${directory.id}`;

  for (const screen of [path, `${path}/campaigns`, `${path}/members`, `${path}/members/${member.id}`]) {
    const { status, text: html } = await analyst.open(screen);
    expect([status, html.includes('name="_form"')], screen).toEqual([200, false]);
  }
  expect((await analyst.open(`${path}/members/${member.id}`)).text).toContain('London');
});

function rowsOf(text: string): number {
  return [...text.matchAll(/<tr/g)].length - [...text.matchAll(/<th[ >]scope="row"|<thead/g)].length;
}
