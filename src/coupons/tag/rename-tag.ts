import { z } from 'zod';
import { mutation } from '../../kernel/api/mutation.ts';
import { bind } from '../../kernel/database/statement.ts';
import { Problem } from '../../kernel/problem.ts';
import { tag } from './tag.inputs.ts';
import { removeTag, tagsOf } from './tag.ts';
import { TagType } from './tag.type.ts';

mutation({
  name: 'renameTag',
  description:
    'Gives all coupons that carry a tag another one instead. If coupons carry that already, the two become one.',
  scope: 'WRITE',
  input: z.object({
    tag: tag.meta({ description: 'The tag.' }),
    name: tag.meta({ description: 'What it is to be called; 1 to 50 characters without commas.' }),
  }),
  type: TagType,
  problems: ['TAG_NOT_FOUND'],
  run: async ({ input, viewer, transaction }) => {
    const accountId = viewer.account.id;
    if ((await tagsOf(transaction, accountId, input.tag)).length === 0) throw new Problem('TAG_NOT_FOUND');
    const values = { ...input, accountId };
    const carrying = 'JOIN coupons c ON c.id = t.coupon_id WHERE c.account_id = :accountId AND t.tag = :tag';
    const copy = `${transaction.dialect.insertIfAbsent} INTO coupon_tags (coupon_id, tag) SELECT t.coupon_id, :name FROM coupon_tags t ${carrying}`;
    await transaction.change(...bind(copy, values));
    if (input.name !== input.tag) await removeTag(transaction, accountId, input.tag);
    const [renamed] = await tagsOf(transaction, accountId, input.name);
    return renamed ?? { tag: input.name, coupons: 0 };
  },
});
