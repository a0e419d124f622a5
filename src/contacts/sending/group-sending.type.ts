import { enumTypeOf } from '../../api/arguments.ts';
import { builder } from '../../api/builder.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { findCampaignName } from '../../messaging/content/campaign-name.ts';
import { type MessageContent, messageContents } from '../../messaging/content/message-content.ts';
import { messageChannel } from '../../messaging/message/message.inputs.ts';
import { type ContactGroup, contactGroupRow } from '../group/contact-group.ts';
import type { GroupSending } from './group-sending-job.ts';

export const GroupSendingType = builder.objectType(builder.objectRef<GroupSending>('GroupSending'), {
  description: 'What a job sends to which group.',
  fields: (t) => ({
    campaignId: t.exposeID('coupon', { description: 'The id of the coupon.' }),
    campaignName: t.string({
      nullable: true,
      description: 'The name of the coupon. Null if it was deleted.',
      cost: { own: 5 },
      resolve: ({ coupon }, _, { services }) => findCampaignName(services.database, coupon),
    }),
    groupId: t.exposeID('group', { description: 'The id of the group.' }),
    groupName: t.string({
      nullable: true,
      description: 'The name of the group. Null if it was deleted.',
      cost: { own: 5 },
      resolve: async ({ group }, _, { services }) => (await findGroup(services.database, group))?.name,
    }),
    channel: t.expose('channel', { type: enumTypeOf(messageChannel), description: 'The channel.' }),
    subject: t.string({
      nullable: true,
      description: 'The subject of the emails, with placeholders. Null once the messages are no longer kept.',
      cost: { own: 5 },
      resolve: async ({ contentId }, _, { services }) => (await findContent(services.database, contentId))?.subject,
    }),
    body: t.string({
      nullable: true,
      description: 'The body of the messages, with placeholders. Null once the messages are no longer kept.',
      cost: { own: 50 },
      resolve: async ({ contentId }, _, { services }) => (await findContent(services.database, contentId))?.body,
    }),
  }),
});

const findGroup = shared<string, ContactGroup | null>(async (database, ids) => {
  const groups = await findRows(database, contactGroupRow, { id: [...new Set(ids)] });
  return ids.map((id) => groups.find((group) => group.id === id) ?? null);
});

const findContent = shared<string, MessageContent | null>(async (database, ids) => {
  const contents = await findRows(database, messageContents, { id: [...new Set(ids)] });
  return ids.map((id) => contents.find((content) => content.id === id) ?? null);
});
