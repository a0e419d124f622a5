import type { Page } from '../../frame/page.ts';

/** Returns what an event is called. */
export function eventName({ words }: Page, type: string): string {
  return words.campaigns.activity.events[type] ?? type;
}
