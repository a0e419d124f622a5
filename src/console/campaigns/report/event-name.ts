import { wordFor } from '../../../words/languages.ts';
import type { Page } from '../../frame/page.ts';

export function eventName({ words }: Page, type: string): string {
  return wordFor(words.campaigns.activity.events, type) ?? type;
}
