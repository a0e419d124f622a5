import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import { tag } from './tag.inputs.ts';
import { renameTag } from './tag.ts';
import { TagType } from './tag.type.ts';

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
