import type { Page } from '../frame/page.ts';
import { tabsOf } from '../parts/pieces.tsx';

export function areaTabs(page: Page) {
  const { title, groups, optOuts } = page.words.contacts;
  return tabsOf(page, title, [
    { name: groups, path: '/contacts' },
    { name: optOuts, path: '/contacts/opt-outs' },
  ]);
}

export function groupTabs(page: Page, { id, name }: { id: string; name: string }) {
  const { contacts, upload } = page.words.contacts.group;
  return tabsOf(page, name, [
    { name: contacts, path: `/contacts/${id}` },
    page.may('WRITE') && { name: upload, path: `/contacts/${id}/upload` },
  ]);
}
