import type { Page } from '../../frame/page.ts';
import { below, statusOf, tabsOf } from '../../parts/pieces.tsx';

interface StatedEndpoint {
  enabled: boolean;
  disabledAt: string | null;
  disabledReason: 'OWNER' | 'GONE' | 'FAILING' | null;
  failingSince: string | null;
}

/** Shows the state and, for a failing or disabled endpoint, when that began. */
export function endpointState(page: Page, endpoint: StatedEndpoint) {
  const { states, reasons, failingSince, disabledSince } = page.words.developers.webhooks;
  if (!endpoint.enabled)
    return [
      statusOf(states.disabled, 'bad'),
      below(`${disabledSince(page.moment(endpoint.disabledAt))}. ${reasons[endpoint.disabledReason ?? 'OWNER']}`),
    ];
  if (endpoint.failingSince)
    return [statusOf(states.failing, 'warn'), below(failingSince(page.moment(endpoint.failingSince)))];
  return statusOf(states.enabled, 'good');
}

/** Returns the number of waiting deliveries, which the service counts up to 10,000. */
export function waitingOf(page: Page, waiting: number): string {
  const number = page.number(waiting);
  return waiting >= 10_000 ? page.words.developers.webhooks.waitingMax(number) : number;
}

export function durationOf(page: Page, milliseconds: number | null | undefined): string {
  return milliseconds === null || milliseconds === undefined
    ? '–'
    : page.words.developers.webhooks.milliseconds(page.number(milliseconds));
}

export function webhookTabs(page: Page) {
  const { views, endpoints, deliveries } = page.words.developers.webhooks;
  return tabsOf(page, views, [
    { name: endpoints, path: '/webhooks' },
    { name: deliveries, path: '/webhooks/deliveries' },
  ]);
}
