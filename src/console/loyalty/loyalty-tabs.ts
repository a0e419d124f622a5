import type { Page } from '../frame/page.ts';
import { tabsOf } from '../parts/pieces.tsx';

export function cardTabs(page: Page, { id, name }: { id: string; name: string }) {
  const { overview, users } = page.words.loyalty.card;
  return tabsOf(page, name, [
    { name: overview, path: `/loyalty/${id}` },
    { name: users, path: `/loyalty/${id}/users` },
  ]);
}
