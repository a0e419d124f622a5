import type { Page } from '../frame/page.ts';
import { tabsOf } from '../parts/pieces.tsx';

/** Links only to the settings that the person may see. */
export function settingsTabs(page: Page) {
  const { tabs, screens } = page.words.settings;
  const isOwner = page.may('ADMIN');
  return tabsOf(page, tabs, [
    { name: screens.account, path: '/settings' },
    isOwner && { name: screens.platforms, path: '/settings/platforms' },
    isOwner && { name: screens.people, path: '/settings/people' },
    { name: screens.locations, path: '/settings/locations' },
    isOwner && { name: screens.tills, path: '/settings/tills' },
    { name: screens.jobs, path: '/settings/jobs' },
    { name: screens.accounts, path: '/settings/accounts' },
    { name: screens.me, path: '/settings/me' },
  ]);
}
