import type { Event } from '../kernel/event-log/event.ts';
import type { MessageOfEvent } from '../messaging/message/message-queue.ts';
import { date, dateOrNull } from './wire-values.ts';

export function messageOfEvent({ data }: Event): object {
  const message = JSON.parse(data) as MessageOfEvent;
  return {
    id: message.id,
    channel: message.channel.toLowerCase(),
    status: message.status.toLowerCase(),
    campaign: message.campaignId,
    session: message.session,
    job: message.jobId,
    address: message.address,
    first_name: message.firstName,
    last_name: message.lastName,
    segments: message.segments,
    reason: message.reason,
    created_at: date(message.createdAt),
    sent_at: dateOrNull(message.sentAt),
    delivered_at: dateOrNull(message.deliveredAt),
    finished_at: dateOrNull(message.finishedAt),
  };
}
