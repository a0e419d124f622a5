import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { query } from '../../api/query.ts';
import { nodeType } from '../../nodes/node.type.ts';
import { tag } from './tag.inputs.ts';
import { removeTag, renameTag, requireTag, type Tag, tagId, tagsOf } from './tag.ts';

const TagType = nodeType<Tag>('Tag', {
  form: /^tag_.{1,50}$/s,
  find: ({ database, viewer }, ids) =>
    tagsOf(
      database,
      viewer.account.id,
      ids.map((id) => id.slice('tag_'.length)),
    ),
  idOf: tagId,
  description: 'A tag of coupons.',
  fields: (t) => ({
    id: t.id({ description: '`tag_` followed by the tag. Renaming a tag changes its id.', resolve: tagId }),
    tag: t.exposeString('tag', { description: 'The tag.' }),
    coupons: t.exposeInt('coupons', { description: 'The number of coupons with this tag.' }),
  }),
});

query({
  name: 'tags',
  description:
    'All tags on the coupons of the account, in alphabetical order: at most 1,000. Not paginated. To create a tag, add it to a coupon.',
  scope: 'READ',
  cost: { own: 2000 },
  input: z.object({}),
  type: [TagType],
  run: ({ viewer, database }) => tagsOf(database, viewer.account.id),
});

mutation({
  name: 'renameTag',
  description: 'Renames a tag on all coupons. If the new name is already in use, the two tags are merged.',
  scope: 'WRITE',
  input: z.object({
    tag: tag.meta({ description: 'The tag.' }),
    name: tag.meta({ description: 'The new name, 1 to 50 characters without commas.' }),
  }),
  type: TagType,
  problems: ['TAG_NOT_FOUND'],
  run: ({ input, viewer, transaction }) => renameTag(transaction, viewer.account.id, input.tag, input.name),
});

mutation({
  name: 'deleteTag',
  description: 'Removes a tag from all coupons and returns it.',
  scope: 'WRITE',
  input: z.object({ tag: tag.meta({ description: 'The tag.' }) }),
  type: TagType,
  problems: ['TAG_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const found = await requireTag(transaction, viewer.account.id, input.tag);
    await removeTag(transaction, viewer.account.id, input.tag);
    return found;
  },
});
