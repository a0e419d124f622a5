import { z } from 'zod';
import { query } from '../../api/query.ts';
import { tagsOf } from './tag.ts';
import { TagType } from './tag.type.ts';

query({
  name: 'tags',
  description:
    "All tags of the account's coupons, in alphabetical order: a plain list. To create a tag, add it to a coupon.",
  scope: 'READ',
  input: z.object({}),
  type: [TagType],
  problems: [],
  run: ({ viewer, database }) => tagsOf(database, viewer.account.id),
});
