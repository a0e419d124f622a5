import type { Page } from '../../frame/page.ts';

export function eventName({ words }: Page, type: string): string {
  return words.campaigns.activity.events[type] ?? type;
}
