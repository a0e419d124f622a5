import { type Event, nounIn } from '../kernel/event-log/event.ts';
import type { Push } from '../wallets/push/push.ts';
import { date } from './wire-values.ts';

export const pushEventTypes: ReadonlySet<string> = new Set(['coupon_push_sent', 'loyalty_push_sent']);

export function pushOfEvent(event: Event): object {
  const { id, campaignId, message, recipients, createdAt } = nounIn<Push>(event);
  return { id, campaign: campaignId, message, total_recipients: recipients, created_at: date(createdAt) };
}
