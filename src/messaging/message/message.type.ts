import { enumTypeOf } from '../../kernel/api/arguments.ts';
import { builder } from '../../kernel/api/builder.ts';
import type { Services } from '../../kernel/api/context.ts';
import type { Outgoing, OutgoingEmail } from '../platform/platform.ts';
import { messageChannel, messageStatus } from './message.inputs.ts';
import type { Message } from './message.ts';
import { findRendered } from './message-preview.ts';

export const MessageType = builder.objectType(builder.objectRef<Message>('Message'), {
  description: 'One email or SMS to one address.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`msg_` and 16 characters.' }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'How it is sent.' }),
    status: t.expose('status', { type: enumTypeOf(messageStatus), description: 'Where it stands.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it failed, was put off or suppressed, or is unknown, in words.',
    }),
    campaignId: t.exposeID('campaignId', {
      description: 'The coupon (`cam_…`), loyalty card (`loy_…`) or directory (`dir_…`) that it is about.',
    }),
    session: t.exposeID('session', { nullable: true, description: 'The session of the coupon that it carries.' }),
    jobId: t.exposeID('jobId', { nullable: true, description: 'The job that sends it to a group.' }),
    address: t.exposeString('address', { description: 'The email address, or the phone number in E.164.' }),
    firstName: t.exposeString('firstName', { nullable: true, description: 'First name of the recipient.' }),
    lastName: t.exposeString('lastName', { nullable: true, description: 'Last name of the recipient.' }),
    subject: t.string({
      nullable: true,
      description: 'What an email is called, with its placeholders filled in.',
      resolve: async (message, _, { services }) => emailOf(await rendered(message, services))?.subject,
    }),
    text: t.string({
      nullable: true,
      description: 'What it says, as text with its placeholders filled in.',
      resolve: async (message, _, { services }) => (await rendered(message, services))?.text,
    }),
    html: t.string({
      nullable: true,
      description: 'What an email says, as HTML with its placeholders filled in.',
      resolve: async (message, _, { services }) => emailOf(await rendered(message, services))?.html,
    }),
    url: t.string({
      description: 'The address of the campaign that it carries.',
      resolve: ({ link }, _, { services }) => services.publicUrl + link,
    }),
    segments: t.exposeInt('segments', { nullable: true, description: 'Of how many parts an SMS consists.' }),
    attempts: t.int({
      description: 'How often it was handed to the platform since it was queued, or sent again on purpose.',
      resolve: ({ failures, sentAt }) => failures + (sentAt ? 1 : 0),
    }),
    platformId: t.exposeString('platformId', { nullable: true, description: 'What the platform calls it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was queued.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'While it is `QUEUED`: when the next attempt is due.',
      resolve: ({ status, dueAt }) => (status === 'QUEUED' ? dueAt : null),
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When the platform took it.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the platform said that it arrived.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it got the status that it has, after which nothing more happens by itself but a receipt.',
    }),
  }),
});

const kept = new WeakMap<Message, Promise<Outgoing | null>>();

/** Rendered once for all fields that show something of it. */
function rendered(message: Message, { database, ...links }: Services): Promise<Outgoing | null> {
  const found = kept.get(message) ?? findRendered(database, message, links);
  kept.set(message, found);
  return found;
}

function emailOf(outgoing: Outgoing | null): OutgoingEmail | null {
  return outgoing?.channel === 'EMAIL' ? outgoing : null;
}
