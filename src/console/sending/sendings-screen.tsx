import type { ResultOf, VariablesOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { filtersOf } from '../parts/filters.tsx';
import { emptyOf, headingOf, linkButton, momentOf, pagingOf, tableOf } from '../parts/pieces.tsx';
import { messageTable } from './message-table.tsx';
import { jobState, sendingTabs } from './sending-state.ts';

const document = graphql(`
  query ConsoleSendings($after: String, $filter: GroupSendingFilter, $isOwner: Boolean!, $isWhole: Boolean!) {
    groupSendings(first: 50, after: $after, filter: $filter) {
      nodes {
        id status requested sent delivered failed suppressed createdAt
        sending { campaignName groupName channel }
      }
      pageInfo { hasNextPage endCursor }
    }
    contactGroups(first: 200) { nodes { id name } }
    integrations @include(if: $isOwner) { nodes { provider } }
    messages(first: 5) @include(if: $isWhole) {
      nodes { id channel status address campaignId campaignName createdAt reason }
    }
  }
`);

type Data = ResultOf<typeof document>;

const filterNames = ['status', 'channel', 'group', 'campaign'] as const;

export const sendingsScreen = screen({
  path: '/sending',
  document,
  variables: (page) => {
    const given = Object.fromEntries(
      filterNames.flatMap((name) => (page.query(name) ? [[name, page.query(name)]] : [])),
    );
    const isWhole = Object.keys(given).length === 0 && page.query('after') === null;
    const filter = given as VariablesOf<typeof document>['filter'];
    return { filter, isOwner: page.may('ADMIN'), isWhole };
  },
  title: (_, { words }) => words.sending.title,
  view: (data, page) => {
    const { words } = page;
    return [
      headingOf(words.sending.title, page.may('SEND') && linkButton(page.to('/sending/new'), words.sending.compose)),
      sendingTabs(page),
      filters(data, page),
      sendings(data, page),
      pagingOf(page, data.groupSendings.pageInfo),
      data.messages && data.messages.nodes.length > 0 && recent(data.messages.nodes, page),
      outbox(data, page),
    ];
  },
});

function filters({ contactGroups }: Data, page: Page) {
  const { columns, jobStates, channels } = page.words.sending;
  const campaign = page.query('campaign');
  return filtersOf(
    page,
    [
      { name: 'status', label: columns.state, kind: 'select', options: jobStates },
      { name: 'channel', label: columns.channel, kind: 'select', options: channels },
      {
        ...{ name: 'group', label: columns.group, kind: 'select' },
        options: contactGroups.nodes.map(({ id, name }) => [id, name] as const),
      },
    ],
    campaign ? { campaign } : {},
  );
}

function sendings({ groupSendings }: Data, page: Page) {
  const { columns, groupsEmpty, noneMatches, deletedCampaign, deletedGroup, channels, compose, title } =
    page.words.sending;
  const isFiltered = filterNames.some((name) => page.query(name) !== null);
  return tableOf({
    caption: title,
    rows: groupSendings.nodes,
    columns: [
      {
        name: columns.campaign,
        cell: ({ id, sending }) => (
          <a href={page.to(`/sending/jobs/${id}`)}>{sending?.campaignName ?? deletedCampaign}</a>
        ),
      },
      { name: columns.group, cell: ({ sending }) => sending?.groupName ?? deletedGroup },
      { name: columns.channel, cell: ({ sending }) => sending && channels[sending.channel] },
      { name: columns.state, cell: ({ status }) => jobState(page, status) },
      { name: columns.contacts, number: true, cell: ({ requested }) => page.number(requested) },
      { name: columns.sent, number: true, cell: ({ sent }) => page.number(sent) },
      { name: columns.delivered, number: true, cell: ({ delivered }) => page.number(delivered) },
      { name: columns.failed, number: true, cell: ({ failed }) => page.number(failed) },
      { name: columns.suppressed, number: true, cell: ({ suppressed }) => page.number(suppressed) },
      { name: columns.started, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
    empty: isFiltered
      ? emptyOf(noneMatches.title, noneMatches.advice)
      : emptyOf(
          groupsEmpty.title,
          groupsEmpty.advice,
          page.may('SEND') && linkButton(page.to('/sending/new'), compose),
        ),
  });
}

function recent(messages: NonNullable<Data['messages']>['nodes'], page: Page) {
  const { recentMessages, allMessages } = page.words.sending;
  return (
    <section>
      <h2>{recentMessages}</h2>
      {messageTable(page, recentMessages, messages, null)}
      <p class="paging">
        <a href={page.to('/sending/messages')}>{allMessages}</a>
      </p>
    </section>
  );
}

/** Returns a link to the captured messages if a platform captures them. */
function outbox({ integrations }: Data, page: Page) {
  const isCaptured = integrations?.nodes.some(({ provider }) => provider === 'CAPTURE');
  return (
    isCaptured && (
      <p>
        <a href="/outbox">{page.words.sending.outbox}</a>
      </p>
    )
  );
}
