import type { ComponentChildren } from 'preact';
import type { Page } from '../../frame/page.ts';
import { tabsOf } from '../../parts/pieces.tsx';

export function webhookTabs(page: Page): ComponentChildren {
  const { views, endpoints, deliveries } = page.words.developers.webhooks;
  return tabsOf(page, views, [
    { name: endpoints, path: '/webhooks' },
    { name: deliveries, path: '/webhooks/deliveries' },
  ]);
}
