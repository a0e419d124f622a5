import { builder } from '../../kernel/api/builder.ts';
import type { Tag } from './tag.ts';

export const TagType = builder.objectType(builder.objectRef<Tag>('Tag'), {
  description: 'A word that coupons of the account carry.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'The word.' }),
    coupons: t.exposeInt('coupons', { description: 'How many coupons carry it.' }),
  }),
});
