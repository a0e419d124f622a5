import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { momentOf, tableOf } from '../parts/pieces.tsx';
import { campaignPlace, messageState, reasonOf } from './sending-state.ts';

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

export function messageTable(page: Page, caption: string, rows: readonly ListedMessage[], empty: ComponentChildren) {
  const { columns, channels, deletedCampaign } = page.words.sending;
  return tableOf({
    caption,
    rows,
    columns: [
      {
        name: columns.recipient,
        cell: ({ id, address }) => <a href={page.to(`/sending/messages/${id}`)}>{address}</a>,
      },
      { name: columns.channel, cell: ({ channel }) => channels[channel] },
      {
        name: columns.campaign,
        cell: ({ campaignId, campaignName }) =>
          campaignName === null ? deletedCampaign : <a href={campaignPlace(page, campaignId)}>{campaignName}</a>,
      },
      { name: columns.state, cell: ({ status }) => messageState(page, status) },
      { name: columns.reason, cell: (message) => reasonOf(page, message) ?? '–' },
      { name: columns.queued, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
    empty,
  });
}
