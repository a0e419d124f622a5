import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { tabsOf } from '../../parts/pieces.tsx';

/** Returns the links between the lists of webhooks. */
export function webhookTabs(page: Page): ComponentChildren {
  const { views, endpoints, deliveries } = page.words.developers.webhooks;
  return tabsOf(page, views, [
    { name: endpoints, path: '/webhooks' },
    { name: deliveries, path: '/webhooks/deliveries' },
  ]);
}
