import type { ComponentChildren } from 'preact';
import { eventName } from '../campaigns/report/event-name.ts';
import type { Page } from '../frame/page.ts';
import { momentOf } from '../parts/pieces.tsx';
import { tableOf } from '../parts/table.tsx';
import { messageState } from '../sending/sending-state.ts';
import type { ShownMessage, ShownSession } from './session-document.ts';

/** Shows the history, newest first. */
export function historyOf(page: Page, history: ShownSession['history']): ComponentChildren {
  const { session } = page.words.codes;
  return tableOf({
    caption: session.sections.history,
    rows: history.toReversed(),
    empty: <p class="soft">{session.noHistory}</p>,
    columns: [
      { name: session.event, cell: ({ type }) => eventName(page, type) },
      { name: session.at, cell: ({ at }) => momentOf(page, at) },
      { name: session.by, cell: ({ by }) => by ?? <span class="soft">{session.nobody}</span> },
    ],
  });
}

export function messagesOf(page: Page, messages: readonly ShownMessage[]): ComponentChildren {
  const { session } = page.words.codes;
  return tableOf({
    caption: session.sections.messages,
    rows: messages,
    empty: null,
    columns: [
      { name: session.message.channel, cell: ({ channel }) => session.channels[channel] },
      { name: session.message.to, cell: ({ address }) => address },
      { name: session.message.status, cell: ({ status }) => messageState(page, status) },
      { name: session.message.sent, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
  });
}
