import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeFolder } from '../../support/make.ts';
import { visit } from './campaign-visitor.ts';

const app = useApp();
const path = '/campaigns/folders';

async function foldersOf(client: Client): Promise<{ id: string; name: string; parentId: string | null }[]> {
  return (await client.graphql('{ folders { nodes { id name parentId } } }')).data.folders.nodes;
}

test('folders are created, renamed, moved and deleted', async () => {
  const client = await app.client();
  const visitor = await visit(app, client, 'MARKETER');
  expect((await visitor.get(path)).text).toContain('No folders yet');

  expect((await visitor.send(path, 'createFolder', { name: 'Spring', parent: '' })).to).toBe(
    `${path}?done=campaigns.folders.createFolder`,
  );
  const [spring = { id: '' }] = await foldersOf(client);
  await visitor.send(path, 'createFolder', { name: 'Easter', parent: spring.id });
  const easter = (await foldersOf(client)).find(({ name }) => name === 'Easter') ?? { id: '' };
  expect(easter).toMatchObject({ parentId: spring.id });

  const tree = (await visitor.get(path)).text;
  expect(tree.indexOf('>Spring<')).toBeLessThan(tree.indexOf('>Easter<'));
  expect(tree).toMatch(/class="depth-1"[^>]*><a[^>]*>Easter/);
  const edit = `${path}?folder=${easter.id}`;
  expect((await visitor.get(edit)).text).toContain('value="Easter"');
  expect((await visitor.send(edit, 'changeFolder', { name: 'Holidays', parent: '' })).to).toBe(
    `${path}?done=campaigns.folders.changeFolder`,
  );
  expect((await foldersOf(client)).find(({ id }) => id === easter.id)).toMatchObject({
    name: 'Holidays',
    parentId: null,
  });
  expect((await visitor.send(edit, 'removeFolder')).to).toBe(`${path}?done=campaigns.folders.removeFolder`);
  expect(await foldersOf(client)).toHaveLength(1);
});

test('what the service refuses stands in the form', async () => {
  const client = await app.client();
  const visitor = await visit(app, client);
  const folder = await makeFolder(app.database, client.owner, 'Spring');
  await makeCoupon(app.database, client.owner, { folder: folder.id });
  const edit = `${path}?folder=${folder.id}`;

  const cycle = await visitor.send(edit, 'changeFolder', { name: 'Spring', parent: folder.id });
  const full = await visitor.send(edit, 'removeFolder');
  const nameless = await visitor.send(path, 'createFolder', { name: ' ', parent: '' });
  const unknown = await visitor.send(`${path}?folder=fol_000000000000`, 'removeFolder');

  expect([cycle.status, full.status, nameless.status]).toEqual([422, 422, 422]);
  expect(cycle.text).toContain('id="changeFolder--parent-problem"');
  expect(full.text).toContain('role="alert"');
  expect(nameless.text).toContain('id="createFolder--name-problem"');
  expect(unknown.status).toBeGreaterThanOrEqual(400);
  expect(unknown.status).toBeLessThan(500);
  expect(await foldersOf(client)).toHaveLength(1);
});

test('tags are renamed, merged and deleted', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner, { tags: ['summer', 'bread'] });
  await makeCoupon(app.database, client.owner, { tags: ['rolls'] });
  const visitor = await visit(app, client);
  const tags = async () => (await client.graphql('{ tags { tag coupons } }')).data.tags;

  expect((await visitor.get(path)).text).toContain('1 campaign<');
  expect((await visitor.send(`${path}?tag=rolls`, 'renameTag', { name: 'bread' })).status).toBe(303);
  expect(await tags()).toEqual([
    { tag: 'bread', coupons: 2 },
    { tag: 'summer', coupons: 1 },
  ]);
  expect((await visitor.send(`${path}?tag=bread`, 'renameTag', { name: 'a,b' })).text).toContain(
    'id="renameTag--name-problem"',
  );
  expect((await visitor.send(`${path}?tag=summer`, 'removeTag')).status).toBe(303);
  expect(await tags()).toEqual([{ tag: 'bread', coupons: 2 }]);
});

test('an analyst sees folders and tags without forms', async () => {
  const client = await app.client();
  await makeFolder(app.database, client.owner, 'Spring');
  const analyst = await visit(app, client, 'ANALYST');

  const { text } = await analyst.get(path);

  expect(text).toContain('Spring');
  expect(text).not.toContain('name="_form"');
  expect(text).not.toContain('class="edit"');
});
