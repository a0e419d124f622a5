import { type ComponentChildren, h } from 'preact';
import type { Page } from '../frame/page.ts';
import { momentOf } from '../parts/pieces.ts';
import { tableOf } from '../parts/table.ts';
import { campaignPlace, messageState } from './sending-state.ts';

interface ListedMessage {
  id: string;
  channel: 'EMAIL' | 'SMS';
  status: keyof Page['words']['sending']['messageStates'];
  address: string;
  campaignId: string;
  campaignName: string | null;
  createdAt: string;
  reason: string | null;
}

/** Returns messages as a table. */
export function messageTable(
  page: Page,
  caption: string,
  rows: readonly ListedMessage[],
  empty: ComponentChildren,
): ComponentChildren {
  const { columns, channels, deletedCampaign } = page.words.sending;
  return tableOf({
    caption,
    rows,
    key: ({ id }) => id,
    columns: [
      {
        name: columns.recipient,
        cell: ({ id, address }) => h('a', { href: page.to(`/sending/messages/${id}`) }, address),
      },
      { name: columns.channel, cell: ({ channel }) => channels[channel] },
      {
        name: columns.campaign,
        cell: ({ campaignId, campaignName }) =>
          campaignName === null ? deletedCampaign : h('a', { href: campaignPlace(page, campaignId) }, campaignName),
      },
      { name: columns.state, cell: ({ status }) => messageState(page, status) },
      { name: columns.reason, cell: ({ reason }) => reason ?? '–' },
      { name: columns.queued, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
    empty,
  });
}
