import { builder } from '../../kernel/api/builder.ts';
import type { Tag } from './tag.ts';

export const TagType = builder.objectType(builder.objectRef<Tag>('Tag'), {
  description: 'A tag of coupons.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'The tag.' }),
    coupons: t.exposeInt('coupons', { description: 'The number of coupons with this tag.' }),
  }),
});
