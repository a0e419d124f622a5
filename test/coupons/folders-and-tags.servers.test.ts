import { expect, test } from 'vitest';
import { useApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeCoupon } from '../support/make.ts';

const app = useApp();

const create = async (client: Client, name: string, parent?: string): Promise<string> => {
  const answer = await client.graphql('mutation ($i: CreateFolderInput!) { createFolder(input: $i) { id } }', {
    i: { name, parent },
  });
  return answer.data.createFolder.id;
};

const update = (client: Client, i: object) =>
  client.graphql('mutation ($i: UpdateFolderInput!) { updateFolder(input: $i) { name parentId } }', { i });

const remove = (client: Client, id: string) =>
  client.graphql('mutation ($id: ID!) { deleteFolder(input: { id: $id }) { id } }', { id });

test('folders can be created, renamed, moved, listed and deleted', async () => {
  const client = await app.client();
  const top = await create(client, 'Top');
  const inner = await create(client, 'Inner', top);
  const renamed = await update(client, { id: inner, name: 'Renamed' });
  expect(renamed.data.updateFolder).toEqual({ name: 'Renamed', parentId: top });
  expect((await update(client, { id: inner, parent: null })).data.updateFolder.parentId).toBeNull();
  const listed = await client.graphql('{ folders { nodes { id } } }');
  expect(listed.data.folders.nodes.map(({ id }: { id: string }) => id).sort()).toEqual([top, inner].sort());
  expect((await remove(client, inner)).codes).toEqual([]);
  expect((await remove(client, inner)).codes).toEqual(['FOLDER_NOT_FOUND']);
});

test('a folder cannot be moved into itself or into a folder that it holds', async () => {
  const client = await app.client();
  const top = await create(client, 'Top');
  const inner = await create(client, 'Inner', top);
  expect((await update(client, { id: top, parent: top })).codes).toEqual(['FOLDER_CYCLE']);
  expect((await update(client, { id: top, parent: inner })).codes).toEqual(['FOLDER_CYCLE']);
});

test('a folder that contains a coupon or a folder cannot be deleted', async () => {
  const client = await app.client();
  const [withFolder, withCoupon] = [await create(client, 'A'), await create(client, 'B')];
  await create(client, 'C', withFolder);
  const coupon = await makeCoupon(app.database, client.owner, { folder: withCoupon });
  expect((await remove(client, withFolder)).codes).toEqual(['FOLDER_NOT_EMPTY']);
  expect((await remove(client, withCoupon)).codes).toEqual(['FOLDER_NOT_EMPTY']);
  await client.graphql('mutation ($id: ID!) { deleteCoupon(input: { id: $id }) { id } }', { id: coupon.id });
  expect((await remove(client, withCoupon)).codes).toEqual([]);
});

test('tags can be listed with their coupons, renamed, merged and removed', async () => {
  const client = await app.client();
  await makeCoupon(app.database, client.owner, { tags: ['bread', 'old'] });
  await makeCoupon(app.database, client.owner, { tags: ['old'] });
  const rename = await client.graphql('mutation { renameTag(input: { tag: "old", name: "bread" }) { tag coupons } }');
  expect(rename.data.renameTag).toEqual({ tag: 'bread', coupons: 2 });
  expect((await client.graphql('{ tags { tag coupons } }')).data.tags).toEqual([{ tag: 'bread', coupons: 2 }]);
  const remove = () => client.graphql('mutation { deleteTag(input: { tag: "bread" }) { tag } }');
  expect((await remove()).codes).toEqual([]);
  expect((await client.graphql('{ tags { tag } }')).data.tags).toEqual([]);
  expect((await remove()).codes).toEqual(['TAG_NOT_FOUND']);
});

test('changes to tags leave those of other accounts unchanged', async () => {
  const [client, other] = [await app.client(), await app.client()];
  await makeCoupon(app.database, client.owner, { tags: ['same'] });
  await makeCoupon(app.database, other.owner, { tags: ['same'] });
  await client.graphql('mutation { deleteTag(input: { tag: "same" }) { tag } }');
  expect((await other.graphql('{ tags { coupons } }')).data.tags).toEqual([{ coupons: 1 }]);
});

test('an account has at most 1,000 different tags', async () => {
  const client = await app.client();
  const tags = Array.from({ length: 1000 }, (_, index) => `tag ${index}`);
  for (let done = 0; done < tags.length; done += 50)
    await makeCoupon(app.database, client.owner, { tags: tags.slice(done, done + 50) });
  const create = (i: { tags: string[] }) =>
    client.graphql('mutation ($i: CreateCouponInput!) { createCoupon(input: $i) { id } }', {
      i: { name: 'Rye', ...i },
    });
  const { data, codes } = await create({ tags: ['tag 1', 'tag 999'] });
  const change = (i: { tags: string[] }) =>
    client.graphql('mutation ($i: UpdateCouponInput!) { updateCoupon(input: $i) { tags } }', {
      i: { id: data.createCoupon.id, ...i },
    });

  expect(codes).toEqual([]);
  expect((await create({ tags: ['tag 1', 'new'] })).codes).toEqual(['TOO_MANY_TAGS']);
  expect((await change({ tags: ['new'] })).codes).toEqual(['TOO_MANY_TAGS']);
  expect((await client.graphql('{ coupons { nodes { id } } }')).data.coupons.nodes).toHaveLength(21);

  await client.graphql('mutation { deleteTag(input: { tag: "tag 0" }) { tag } }');
  expect((await change({ tags: ['new'] })).data.updateCoupon.tags).toEqual(['new']);
  expect((await client.graphql('{ tags { tag } }')).data.tags).toHaveLength(1000);
});
