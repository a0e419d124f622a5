import type { Account } from '../../accounts/account/account.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { date } from './wire-values.ts';

/** Returns the subaccount as it was at the event. */
export function accountOfEvent({ data }: Event): object {
  const account = JSON.parse(data) as Account;
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
