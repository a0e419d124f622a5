import { z } from 'zod';
import { query } from '../../api/query.ts';
import { couponRecipient } from '../../messaging/send/send.inputs.ts';
import { draftFields, recipientAddress } from './draft.inputs.ts';
import { readDraft } from './draft.ts';
import { previewDraft } from './draft-preview.ts';
import { MessagePreviewType } from './draft-preview.type.ts';
import { draftProblems } from './draft-problems.ts';

const { checkUnique: _, session, firstName, lastName } = couponRecipient;

query({
  name: 'previewMessage',
  description:
    'Shows a message as `sendMessage` or `sendToGroup` would send it, without sending or storing anything. Without `address` it is for the first contact of the group, or for an example.',
  scope: 'READ',
  input: z.object({
    ...draftFields,
    address: recipientAddress.meta({
      description:
        'The email address of the recipient, or the phone number in E.164, depending on the channel. Default: the first contact of the group, otherwise an example.',
    }),
    firstName,
    lastName,
    session: session.meta({
      description: 'The code of the coupon session to link to. Default: an example of a code, which leads nowhere.',
    }),
  }),
  type: MessagePreviewType,
  problems: draftProblems,
  cost: { own: 200 },
  run: async ({ input, viewer, database, services }) => {
    const draft = await readDraft(database, viewer.account.id, input);
    return previewDraft(database, viewer, draft, input, services);
  },
});
