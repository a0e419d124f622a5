import { builder } from '../../api/builder.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { type Tag, tagId, tagsOf } from './tag.ts';

export const TagType = builder.objectType(builder.objectRef<Tag>('Tag'), {
  interfaces: [NodeType],
  description: 'A tag of coupons.',
  fields: (t) => ({
    id: t.id({ description: '`tag_` followed by the tag. A renamed tag is another tag.', resolve: tagId }),
    tag: t.exposeString('tag', { description: 'The tag.' }),
    coupons: t.exposeInt('coupons', { description: 'The number of coupons with this tag.' }),
  }),
});

readableById(TagType, {
  form: /^tag_.{1,50}$/s,
  find: ({ database, viewer }, ids) =>
    tagsOf(
      database,
      viewer.account.id,
      ids.map((id) => id.slice('tag_'.length)),
    ),
  idOf: tagId,
});
