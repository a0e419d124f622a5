import type { VariablesOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { connectionOf } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { headingOf, linkButton } from '../parts/pieces.tsx';
import { emptyOf, pagingOf } from '../parts/table.tsx';
import { messageTable } from './message-table.tsx';
import { sendingTabs } from './sending-state.ts';

const filterNames = ['address', 'status', 'channel', 'from', 'to', 'campaign', 'job'];

const document = connectionOf(
  'messages',
  'MessageFilter',
  'id channel status address campaignId campaignName createdAt reason',
);

export const messagesScreen = screen({
  path: '/sending/messages',
  scope: 'READ',
  document,
  variables: (page) => ({ after: page.query('after'), filter: filterOf(page) }),
  title: (_, { words }) => words.sending.messagesTitle,
  view: ({ messages }, page) => [
    headingOf(
      page.words.sending.messagesTitle,
      page.may('SEND') && linkButton(page.to('/sending/new'), page.words.sending.compose),
    ),
    sendingTabs(page),
    filters(page),
    messageTable(page, page.words.sending.messagesTitle, messages.nodes, emptyList(page)),
    pagingOf(page, messages.pageInfo),
  ],
});

function filterOf(page: Page): VariablesOf<typeof document>['filter'] {
  const { from, to } = { from: dayStart(page, 'from', 0), to: dayStart(page, 'to', 1) };
  const others = ['status', 'channel', 'campaign', 'job', 'address'].map((name) => [name, page.query(name)?.trim()]);
  return Object.fromEntries([...others, ['from', from], ['to', to]].filter(([, value]) => value));
}

/** Returns the time at which a day of the filter begins in the time zone of the account, or a day some days later. */
function dayStart(page: Page, name: string, daysLater: number): string | null {
  try {
    const day = Temporal.PlainDate.from(page.query(name) ?? '').add({ days: daysLater });
    return day.toZonedDateTime(page.timezone).toInstant().toString();
  } catch {
    return null;
  }
}

function filters(page: Page): ComponentChildren {
  const { sending } = page.words;
  const hidden = Object.fromEntries(
    ['campaign', 'job'].flatMap((name) => (page.query(name) ? [[name, page.query(name) ?? '']] : [])),
  );
  const isWrong = ['from', 'to'].some((name) => page.query(name) !== null && dayStart(page, name, 0) === null);
  return [
    filtersOf(
      page,
      [
        { name: 'address', label: sending.filters.address, kind: 'search' },
        { name: 'status', label: sending.columns.state, kind: 'select', options: sending.messageStates },
        { name: 'channel', label: sending.columns.channel, kind: 'select', options: sending.channels },
        { name: 'from', label: sending.filters.from, kind: 'date' },
        { name: 'to', label: sending.filters.to, kind: 'date' },
      ],
      hidden,
    ),
    isWrong && <p class="note warn">{sending.filters.wrongDay}</p>,
    hidden.job && (
      <p>
        {`${sending.filters.ofJob} `}
        <a href={page.href({ job: null })}>{sending.allMessages}</a>
      </p>
    ),
  ];
}

function emptyList(page: Page): ComponentChildren {
  const { messagesEmpty, noneMatches, compose } = page.words.sending;
  if (filterNames.some((name) => page.query(name) !== null)) return emptyOf(noneMatches.title, noneMatches.advice);
  const action = page.may('SEND') && linkButton(page.to('/sending/new'), compose);
  return emptyOf(messagesEmpty.title, messagesEmpty.advice, action);
}
