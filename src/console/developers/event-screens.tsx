import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { eventKinds } from '../../vocabulary/event-catalog.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { chosen, filtersOf } from '../parts/filters.tsx';
import {
  below,
  codeBlock,
  factsOf,
  headingOf,
  islandOf,
  linkButton,
  pagingOf,
  secondOf,
  tableOf,
} from '../parts/pieces.tsx';
import { emptySearchOf, given, kindName, kindOptions, periodOf, typeOptions } from './developer-filters.ts';

const document = graphql(`
  query ConsoleEvents(
    $after: BigInt
    $kinds: [EventKind!]
    $types: [String!]
    $campaign: ID
    $key: ID
    $since: DateTime
    $until: DateTime
  ) {
    events(
      order: NEWEST_FIRST
      first: 50
      after: $after
      kinds: $kinds
      types: $types
      campaign: $campaign
      key: $key
      since: $since
      until: $until
    ) {
      edges {
        position
        node { id kind type datetime campaign session keyId by }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Edge = ResultOf<typeof document>['events']['edges'][number];

export const eventsScreen = screen({
  path: '/events',
  document,
  variables: (page) => ({ after: given(page, 'after', /^\d{1,15}$/), ...filterOf(page), ...periodOf(page) }),
  islands: ['events'],
  title: (_, { words }) => words.developers.events.title,
  view: ({ events: { edges, pageInfo } }, page) => {
    const words = page.words.developers.events;
    const filter = filterOf(page);
    const period = periodOf(page);
    const isFiltered = [...Object.values(filter), ...Object.values(period)].some((value) => value !== null);
    const list = eventTable(page, edges, emptySearchOf(words, { isFiltered, hasNextPage: pageInfo.hasNextPage }));
    // New events belong only on the first page of a period without an end.
    const isLive = page.query('after') === null && period.until === null;
    return [
      headingOf(words.title),
      filtersOf(page, [
        { name: 'kind', label: words.kind, kind: 'select', options: kindOptions(page.words) },
        { name: 'type', label: words.type, kind: 'select', options: typeOptions },
        { name: 'campaign', label: words.campaign, kind: 'text' },
        { name: 'key', label: words.key, kind: 'text' },
        { name: 'from', label: words.from, kind: 'date' },
        { name: 'to', label: words.to, kind: 'date' },
      ]),
      isLive ? islandOf('events', propsOf(page, edges[0]?.position ?? null), list) : list,
      pagingOf(page, pageInfo),
    ];
  },
});

function filterOf(page: Page) {
  const kind = chosen(page, 'kind', eventKinds);
  const type = chosen(
    page,
    'type',
    typeOptions.map(([value]) => value),
  );
  return {
    kinds: kind && [kind],
    types: type === null ? null : [type],
    campaign: given(page, 'campaign', /^(cam|loy|dir)_[0-9a-z]{12}$/),
    key: given(page, 'key', /^(key|per|til)_[0-9a-z]{16}$/),
  };
}

/** Returns what the script needs to follow the same events and to show them like this page. */
function propsOf(page: Page, after: unknown): object {
  const { live, paused, pause, resume, connecting, lost, nobody, time, type, campaign, session, by } =
    page.words.developers.events;
  return {
    filter: { ...filterOf(page), after },
    path: page.to('/events'),
    locale: page.locale,
    timezone: page.timezone,
    words: { live, paused, pause, resume, connecting, lost, nobody },
    columns: [time, type, campaign, session, by],
  };
}

function eventTable(page: Page, edges: readonly Edge[], empty: ComponentChildren) {
  const words = page.words.developers.events;
  return tableOf({
    caption: words.title,
    rows: edges,
    columns: [
      { name: words.time, cell: ({ node }) => secondOf(page, node.datetime) },
      { name: words.type, cell: ({ node }) => <a href={page.to(`/events/${node.id}`)}>{node.type}</a> },
      { name: words.campaign, cell: ({ node }) => node.campaign ?? '–' },
      { name: words.session, cell: ({ node }) => node.session ?? '–' },
      { name: words.by, cell: ({ node: { by, keyId } }) => by ?? keyId ?? words.nobody },
    ],
    empty,
  });
}

export const eventScreen = screen({
  path: '/events/:event',
  document: graphql(`
    query ConsoleEvent($event: ID!) {
      event(id: $event) { id kind type datetime account campaign session keyId by data }
    }
  `),
  title: ({ event: { type } }) => type,
  view: ({ event }, page) => {
    const { events: words } = page.words.developers;
    const { id, kind, type, datetime, account, campaign, session, keyId, by, data } = event;
    const mono = (text: string) => <span class="mono">{text}</span>;
    return [
      headingOf(
        type,
        campaign && linkButton(page.to('/events', { campaign }), words.sameCampaign, 'quiet'),
        page.may('ADMIN') && linkButton(page.to('/webhooks/deliveries', { event: id }), words.deliveries, 'quiet'),
      ),
      factsOf([
        [words.time, page.second(datetime)],
        [words.kind, kindName(page.words, kind)],
        [words.by, [by ?? (keyId ? null : words.nobody), keyId && below(keyId, true)]],
        campaign !== null && [
          words.campaign,
          <a href={page.to(pathOf(campaign))} class="mono">
            {campaign}
          </a>,
        ],
        session !== null && [
          words.session,
          <a href={page.to('/find', { code: session })} class="mono">
            {session}
          </a>,
        ],
        [words.id, mono(id)],
        [words.account, mono(account)],
      ]),
      <p class="soft">{words.recordText}</p>,
      codeBlock(page, words.record, JSON.stringify(data, null, 2)),
    ];
  },
});

function pathOf(campaign: string): string {
  if (campaign.startsWith('loy_')) return `/loyalty/${campaign}`;
  return campaign.startsWith('dir_') ? `/directories/${campaign}` : `/campaigns/${campaign}`;
}
