import type { Account } from '../accounts/account/account.ts';
import { type Event, nounIn } from '../kernel/event-log/event.ts';
import { date } from './wire-values.ts';

export function accountOfEvent(event: Event): object {
  const account = nounIn<Account>(event);
  return {
    id: account.id,
    name: account.name,
    domain: account.domain ?? '',
    timezone: account.timezone,
    email_balance: account.emailBalance,
    parent: account.parentId ?? '',
    created_at: date(account.createdAt),
  };
}
