import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { emptyOf, momentOf, pagingOf, tableOf } from '../parts/pieces.tsx';
import { campaignHeader, eventName } from './campaign-tabs.tsx';

const document = graphql(`
  query ConsoleCampaignActivity($campaign: ID!, $types: [String!], $after: BigInt) {
    coupon(id: $campaign) { id name state }
    events(order: NEWEST_FIRST, campaign: $campaign, types: $types, first: 50, after: $after) {
      nodes { type datetime session keyId by }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type Event = ResultOf<typeof document>['events']['nodes'][number];

export const activityScreen = screen({
  path: '/campaigns/:campaign/activity',
  document,
  variables: (page) => {
    const type = page.query('type') ?? '';
    const after = page.query('after') ?? '';
    return {
      types: Object.hasOwn(page.words.campaigns.activity.events, type) ? [type] : null,
      after: /^\d{1,15}$/.test(after) ? after : null,
    };
  },
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.activity} · ${coupon.name}`,
  view: ({ coupon, events }, page) => {
    const { activity } = page.words.campaigns;
    return [
      campaignHeader(page, coupon),
      filtersOf(page, [{ name: 'type', label: activity.type, kind: 'select', options: activity.events }]),
      tableOf({
        caption: page.words.campaigns.tabs.activity,
        rows: events.nodes,
        columns: columnsOf(page),
        empty: page.query('type') ? emptyOf(activity.nothing) : emptyOf(activity.none, activity.advice),
      }),
      pagingOf(page, events.pageInfo),
      <p class="hint">{activity.kept}</p>,
    ];
  },
});

function columnsOf(page: Page) {
  const { activity } = page.words.campaigns;
  return [
    { name: activity.when, cell: ({ datetime }: Event) => momentOf(page, datetime) },
    { name: activity.what, cell: ({ type }: Event) => eventName(page, type) },
    { name: activity.code, cell: ({ session }: Event) => sessionLink(page, session) },
    { name: activity.who, cell: ({ keyId, by }: Event) => (keyId ? (by ?? keyId) : activity.customer) },
  ];
}

function sessionLink(page: Page, session: string | null) {
  if (!session) return '–';
  return (
    <a class="mono" href={page.to(`/sessions/${session}`)}>
      {session}
    </a>
  );
}
