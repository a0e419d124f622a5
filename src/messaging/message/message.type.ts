import { accounts } from '../../accounts/account/account.ts';
import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import type { Context, Services } from '../../api/context.ts';
import { shownColumns } from '../../api/noun-fields.ts';
import { batchedLongRow, batchedRow } from '../../kernel/database/batched-rows.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { NodeType, readableById } from '../../nodes/node.type.ts';
import { ofAccount } from '../../nodes/node-rows.ts';
import { idPattern } from '../../vocabulary/ids.ts';
import { findCampaignName } from '../content/campaign-name.ts';
import { messageContents } from '../content/message-content.ts';
import { type Links, renderMessage } from '../content/rendering.ts';
import { integrations } from '../integration/integration.ts';
import type { Outgoing, OutgoingEmail } from '../platform/platform.ts';
import { messageChannel, messageStatus } from './message.inputs.ts';
import { type Message, messageRow, messages } from './message.ts';

export const MessageType = builder.objectType(builder.objectRef<Message>('Message'), {
  interfaces: [NodeType],
  description: 'An email or SMS to one recipient.',
  fields: (t) => ({
    ...shownColumns(t, messages, {
      id: '`msg_` followed by 16 characters.',
      reason: 'The reason, as text, for a deferral, a suppression, a failure or an unknown outcome.',
      campaignId:
        'The id of the coupon (`cam_…`), loyalty card (`loy_…`) or directory (`dir_…`) that the message is about.',
      jobId: 'The id of the job that sends the message to a group. Null for a message to a single recipient.',
      address: 'The email address, or the phone number in E.164.',
      firstName: 'First name of the recipient.',
      lastName: 'Last name of the recipient.',
      segments: 'The number of segments of an SMS.',
      createdAt: 'When the message was queued.',
      sentAt: 'When the platform accepted the message.',
      deliveredAt: 'When the platform reported delivery.',
      finishedAt:
        'When the message reached its final status. After that, only a delivery report from the platform changes the status.',
    }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel.' }),
    status: t.expose('status', { type: enumTypeOf(messageStatus), description: 'The status of the message.' }),
    campaignName: t.string({
      nullable: true,
      description: 'The name of the coupon, loyalty card or directory. Null if it has been deleted.',
      cost: { own: 5 },
      resolve: ({ campaignId }, _, { services }) => findCampaignName(services.database, campaignId),
    }),
    session: t.exposeID('session', {
      nullable: true,
      description: 'The code of the coupon session that the message links to.',
    }),
    sender: t.string({
      nullable: true,
      description: 'The sender address of an email.',
      cost: { own: 10 },
      resolve: (message, _, context) => shown(message, context, (outgoing) => emailOf(outgoing)?.from.address),
    }),
    subject: t.string({
      nullable: true,
      description: 'Subject of an email, with placeholders replaced.',
      cost: { own: 10 },
      resolve: (message, _, context) => shown(message, context, (outgoing) => emailOf(outgoing)?.subject),
    }),
    text: t.string({
      nullable: true,
      description: 'Body as plain text, with placeholders replaced.',
      cost: { own: 50 },
      resolve: (message, _, context) => shown(message, context, (outgoing) => outgoing?.text),
    }),
    html: t.string({
      nullable: true,
      description: 'Body of an email as HTML, with placeholders replaced.',
      cost: { own: 50 },
      resolve: (message, _, context) => shown(message, context, (outgoing) => emailOf(outgoing)?.html),
    }),
    url: t.string({
      description: 'The campaign address that the message links to.',
      resolve: ({ link }, _, { services }) => services.publicUrl + link,
    }),
    attempts: t.int({
      description: 'The number of attempts since the message was queued or last retried with `retryMessage`.',
      resolve: ({ failures, sentAt }) => failures + (sentAt ? 1 : 0),
    }),
    platformId: t.exposeString('platformId', { nullable: true, description: 'The id of the message at the platform.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due, while the status is `QUEUED`.',
      resolve: ({ status, dueAt }) => (status === 'QUEUED' ? dueAt : null),
    }),
  }),
});

readableById(MessageType, { form: idPattern('message'), find: ofAccount(messageRow) });

const kept = new WeakMap<Message, Promise<Outgoing | null>>();

export function rendered(message: Message, { database, ...links }: Services): Promise<Outgoing | null> {
  const found = kept.get(message) ?? findRendered(database, message, links);
  kept.set(message, found);
  return found;
}

async function shown<Text extends string | null | undefined>(
  message: Message,
  { services, onText }: Context,
  textOf: (outgoing: Outgoing | null) => Text,
): Promise<Text> {
  const text = textOf(await rendered(message, services));
  onText?.(text?.length ?? 0);
  return text;
}

export function emailOf(outgoing: Outgoing | null): OutgoingEmail | null {
  return outgoing?.channel === 'EMAIL' ? outgoing : null;
}

const findContent = batchedLongRow(messageContents);
const findIntegration = batchedRow(integrations);
const findAccount = batchedRow(accounts);

/** Returns null if the message cannot be rendered, for example, without a sender. */
async function findRendered(database: Database, message: Message, links: Links): Promise<Outgoing | null> {
  const [content, integration, account] = await Promise.all([
    findContent(database, message.contentId),
    findIntegration(database, message.integrationId),
    findAccount(database, message.accountId),
  ]);
  if (!content || !integration || !account) return null;
  try {
    return renderMessage(content, message, { integration, account }, links);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
