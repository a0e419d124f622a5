import { z } from 'zod';
import { mutation } from '../../api/mutation.ts';
import type { Viewer } from '../../api/viewer.ts';
import { invalidInput } from '../../kernel/problem.ts';
import type { MessageChannel } from '../../messaging/platform/channel.ts';
import { sendCampaign, sendCoupon, settleSent } from '../../messaging/send/letter.ts';
import { couponRecipient } from '../../messaging/send/send.inputs.ts';
import { SentType } from '../../messaging/send/sent-message.type.ts';
import { reserveSequence } from '../../sessions/session/session-creation.ts';
import { draftFields, recipientAddress } from './draft.inputs.ts';
import { readDraft, requireAddress } from './draft.ts';
import { draftProblems } from './draft-problems.ts';

mutation({
  name: 'sendMessage',
  description:
    'Sends a coupon, a loyalty card or a directory to one address in the words of the call, and waits up to 10 seconds for the platform to accept or refuse it. Without `address` it goes to the person who has signed in: a test. A test is a real message: a coupon has a new session that can be used, statistics count it, and a directory by email takes one email from the email balance. If `firstName` or `lastName` is given, the body of an email with a coupon must contain its placeholder.',
  scope: 'SEND',
  input: z.object({
    ...draftFields,
    address: recipientAddress.meta({
      description:
        'The email address of the recipient, or the phone number in E.164, depending on the channel. Default: the email address of the person who has signed in. Required for SMS and for API keys.',
    }),
    ...couponRecipient,
  }),
  type: SentType,
  problems: [...draftProblems, 'SMS_NOT_SENT', 'SMS_OPTED_OUT', 'EMAIL_BALANCE_EMPTY'],
  prepare: ({ input, database }) =>
    input.campaign.startsWith('cam_') && !input.session ? reserveSequence(database, input.campaign) : null,
  run: async ({ input, viewer, services: { publicUrl }, transaction, prepared: sequence }) => {
    const { account, keyId } = viewer;
    const { channel, integration, content, campaignId, about } = await readDraft(
      transaction,
      account.id,
      input,
      'shared',
    );
    const recipient = { ...input, address: addressFor(viewer, channel, input.address) };
    const caller = { account, keyId, integration, publicUrl };
    if (about.coupon) return sendCoupon(transaction, caller, about.coupon, content, recipient, sequence);
    const { address, firstName, lastName } = recipient;
    const paid = campaignId.startsWith('dir_') && channel === 'EMAIL';
    return sendCampaign(transaction, caller, {
      ...{ address, firstName, lastName, content, campaignId, paid },
      link: about.link,
    });
  },
  settle: settleSent,
});

function addressFor({ person, keyName }: Viewer, channel: MessageChannel, given: string | null): string {
  if (given !== null) return requireAddress(channel, given);
  if (channel === 'SMS') throw invalidInput('address', 'is required for SMS');
  if (!person) throw invalidInput('address', 'is required for API keys');
  return keyName;
}
