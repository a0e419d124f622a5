import { z } from 'zod';
import { query } from '../../kernel/api/query.ts';
import { tagsOf } from './tag.ts';
import { TagType } from './tag.type.ts';

query({
  name: 'tags',
  description:
    'All tags of the coupons of the account, in alphabetical order. A tag comes to be by giving it to a coupon.',
  scope: 'READ',
  input: z.object({}),
  type: [TagType],
  problems: [],
  run: ({ viewer, database }) => tagsOf(database, viewer.account.id),
});
