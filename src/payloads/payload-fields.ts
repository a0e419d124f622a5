import type { Event } from '../kernel/event-log/event.ts';
import type { PayloadFacts } from '../webhooks/payload/payload-facts.ts';

export type FieldsOf = (event: Event, facts: PayloadFacts, publicUrl: string) => object;

/** Returns the id of the account of an event if it is a subaccount, otherwise empty text. */
export function subaccountOf({ accountId }: Event, { isOfSubaccount }: PayloadFacts): string {
  return isOfSubaccount ? accountId : '';
}
