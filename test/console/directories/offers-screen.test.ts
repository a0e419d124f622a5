import { expect, test } from 'vitest';
import type { Directory } from '../../../src/directories/directory/directory.ts';
import { useApp } from '../../support/app.ts';
import { makeCoupon } from '../../support/make.ts';
import { makeCategory, makeDirectory, makePlacement } from '../../support/make-directories.ts';
import { makeCard } from '../../support/make-loyalty.ts';
import { visit } from '../../support/visitor.ts';

const app = useApp();

const pathOf = ({ id }: Directory) => `/directories/${id}/campaigns`;

/** Returns the campaigns of a directory in their order, with their categories. */
async function placed({ id }: Directory): Promise<{ id: string; category: string | null; paid: boolean }[]> {
  const rows = await app.database.rows<{ id: string; category: string | null; paid: string | null }>(
    'SELECT campaign_id AS id, category_id AS category, paid_since AS paid FROM placements WHERE directory_id = ? ORDER BY position',
    [id],
  );
  return rows.map((row) => ({ ...row, paid: row.paid !== null }));
}

test('an empty directory asks for offers, which are found by their names and added', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const category = await makeCategory(app.database, directory);
  const coupon = await makeCoupon(app.database, owner, { name: 'Free <b>croissant</b>' });
  const card = await makeCard(app.database, owner, { name: 'Stamps for bread' });
  const path = pathOf(directory);

  const all = (await visitor.open(path)).text;
  expect(all).toContain(`<option value="${coupon.id}">Free &lt;b>croissant`);
  expect(all).toContain('Stamps for bread (Loyalty card)');
  const found = (await visitor.open(`${path}?find=CROISS`)).text;
  expect([found.includes(coupon.id), found.includes(card.id)]).toEqual([true, false]);
  expect((await visitor.open(`${path}?find=nowhere`)).text).toContain('No other campaign or loyalty card');
  expect((await visitor.open(`${path}?find=${'x'.repeat(500)}`)).status).toBe(200);

  const added = await visitor.send(path, 'add', { campaign: coupon.id, category: category.id, paid: 'on' });
  await visitor.send(path, 'add', { campaign: card.id, category: '' });

  expect(added.to).toBe(`/console${path}?done=add`);
  expect(await placed(directory)).toEqual([
    { id: coupon.id, category: category.id, paid: true },
    { id: card.id, category: null, paid: false },
  ]);
  const again = await visitor.send(path, 'add', { campaign: coupon.id });
  expect([again.status, again.text.includes('id="add--campaign-problem"')]).toEqual([422, true]);
  expect((await visitor.send(path, 'add', {})).status).toBe(422);
});

test('buttons move an offer up and down within its category', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1)
    ids.push((await makePlacement(app.database, owner, directory)).campaignId);
  const [a = '', b = '', c = ''] = ids;
  const press = async (id: string, way: 'up' | 'down') => {
    const { text: html } = await visitor.open(pathOf(directory));
    const form = html.split('<form').find((one) => one.includes(`id="form-move-${id}-${way}"`)) ?? '';
    const after = /name="after" value="([^"]*)"/.exec(form)?.[1] ?? '';
    expect((await visitor.send(pathOf(directory), 'move', { campaign: id, after })).status).toBe(303);
    return (await placed(directory)).map(({ id }) => id);
  };

  expect(await press(a, 'down')).toEqual([b, a, c]);
  expect(await press(a, 'down')).toEqual([b, c, a]);
  expect(await press(a, 'down')).toEqual([b, c, a]);
  expect(await press(a, 'up')).toEqual([b, a, c]);
  expect(await press(a, 'up')).toEqual([a, b, c]);
  expect(await press(a, 'up')).toEqual([a, b, c]);
});

test('an offer moves to another category and out of it, is changed and removed', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const category = await makeCategory(app.database, directory);
  const { campaignId: id } = await makePlacement(app.database, owner, directory);
  const path = pathOf(directory);

  await visitor.send(path, 'move', { campaign: id, after: '', category: category.id });
  expect(await placed(directory)).toEqual([{ id, category: category.id, paid: false }]);
  await visitor.send(path, 'move', { campaign: id, after: '', category: 'none' });
  expect(await placed(directory)).toEqual([{ id, category: null, paid: false }]);
  await visitor.send(path, 'change', { campaign: id, category: category.id, paid: 'on' });
  expect(await placed(directory)).toEqual([{ id, category: category.id, paid: true }]);
  await visitor.send(path, 'change', { campaign: id, category: '' });
  expect(await placed(directory)).toEqual([{ id, category: null, paid: false }]);
  const wrong = await visitor.send(path, 'change', { _key: id, campaign: id, category: 'cat_000000000000' });
  expect(wrong.status).toBe(422);
  expect((await visitor.send(path, 'move', { campaign: id, after: 'cam_000000000000' })).status).toBe(422);
  expect((await visitor.send(path, 'remove', { campaign: id })).to).toBe(`/console${path}?done=remove`);
  expect(await placed(directory)).toEqual([]);
  expect((await visitor.send(path, 'remove', { campaign: id })).status).toBe(422);
});

test('categories are created, renamed, put in order and deleted', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  const path = pathOf(directory);
  const names = async () => {
    const rows = await app.database.rows<{ id: string; name: string }>(
      'SELECT id, name FROM categories WHERE directory_id = ? ORDER BY position',
      [directory.id],
    );
    return rows;
  };

  for (const name of ['Bread', '<i>Cake</i>']) await visitor.send(path, 'category', { name });
  const [bread, cake] = await names();
  const { text: html } = await visitor.open(path);
  await visitor.send(path, 'shift', { id: cake?.id ?? '', after: '' });
  const renamed = await visitor.send(path, 'rename', { id: bread?.id ?? '', name: 'Rolls' });

  expect(html).toContain('&lt;i>Cake');
  expect(renamed.to).toBe(`/console${path}?done=rename`);
  expect((await names()).map(({ name }) => name)).toEqual(['<i>Cake</i>', 'Rolls']);
  for (const form of ['category', 'rename']) {
    const wrong = await visitor.send(path, form, { id: bread?.id ?? '', _key: bread?.id ?? '', name: '' });
    expect([form, wrong.status]).toEqual([form, 422]);
  }
  await visitor.send(path, 'drop', { id: bread?.id ?? '' });
  expect((await names()).map(({ id }) => id)).toEqual([cake?.id]);
  expect((await visitor.send(path, 'drop', { id: bread?.id ?? '' })).status).toBe(422);
});

test('offers that the page does not show say why', async () => {
  const { owner } = await app.client();
  const visitor = await visit(app, owner, 'MARKETER');
  const directory = await makeDirectory(app.database, owner);
  await makePlacement(app.database, owner, directory, {
    coupon: await makeCoupon(app.database, owner, { voided: true }),
  });
  await makePlacement(app.database, owner, directory, {
    coupon: await makeCoupon(app.database, owner, { locked: true }),
  });

  const { text: html } = await visitor.open(pathOf(directory));

  expect(html).toContain('Cancelled: not shown');
  expect(html).toContain('Locked');
});
