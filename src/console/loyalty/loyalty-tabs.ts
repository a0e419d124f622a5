import type { Page } from '../frame/page.ts';
import { tabsOf } from '../parts/pieces.tsx';

export function areaTabs(page: Page) {
  const { title, locationsTitle } = page.words.loyalty;
  return tabsOf(page, title, [
    { name: title, path: '/loyalty' },
    { name: locationsTitle, path: '/loyalty/locations' },
  ]);
}

export function cardTabs(page: Page, { id, name }: { id: string; name: string }) {
  const { overview, users } = page.words.loyalty.card;
  return tabsOf(page, name, [
    { name: overview, path: `/loyalty/${id}` },
    { name: users, path: `/loyalty/${id}/users` },
  ]);
}
