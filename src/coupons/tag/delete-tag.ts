import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tag } from './tag.inputs.ts';
import { removeTag, requireTag } from './tag.ts';
import { TagType } from './tag.type.ts';

mutation({
  name: 'deleteTag',
  description: 'Removes a tag from all coupons and returns it as it was.',
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
