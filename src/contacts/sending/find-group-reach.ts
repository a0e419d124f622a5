import { z } from 'zod';
import { query } from '../../api/query.ts';
import { couponId } from '../../coupons/coupon/coupon.inputs.ts';
import { couponRow } from '../../coupons/coupon/coupon.ts';
import { requireRow } from '../../kernel/database/rows.ts';
import { contactGroupId } from '../group/contact-group.inputs.ts';
import { requireGroup } from '../group/contact-group.ts';
import { countReach } from './group-reach.ts';
import { GroupReachType } from './group-reach.type.ts';

query({
  name: 'groupReach',
  description:
    'Counts how many contacts of a group `sendToGroup` would reach now. Counting reads all contacts of the group or the whole opt-out list.',
  scope: 'READ',
  input: z.object({
    group: contactGroupId,
    campaign: couponId.nullish().meta({ description: 'A coupon. Counts the contacts that already received it.' }),
  }),
  type: GroupReachType,
  problems: ['NO_EMAIL_SERVICE', 'NO_SMS_SERVICE', 'CONTACT_GROUP_NOT_FOUND', 'COUPON_NOT_FOUND'],
  cost: { own: 2000 },
  run: async ({ input, viewer: { account }, database }) => {
    const group = await requireGroup(database, { accountId: account.id, id: input.group });
    const coupon = input.campaign
      ? await requireRow(database, couponRow, { accountId: account.id, id: input.campaign })
      : null;
    return countReach(database, group, coupon?.id ?? null);
  },
});
