import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { formOf } from '../parts/form.tsx';
import { headingOf, momentOf } from '../parts/pieces.tsx';
import { emptyOf, pagingOf, tableOf } from '../parts/table.tsx';
import { pushForms } from './push-forms.tsx';
import { campaignPlace, sendingTabs } from './sending-state.ts';

const document = graphql(`
  query ConsolePushes($after: String, $filter: WalletPushFilter) {
    pushes(first: 50, after: $after, filter: $filter) {
      nodes {
        campaignId campaignName message recipients notified failed unnotified fetched createdAt
      }
      pageInfo { hasNextPage endCursor }
    }
    coupons(first: 200) { nodes { id name } }
    loyaltyCards(first: 100) { nodes { id name } }
  }
`);

type Data = ResultOf<typeof document>;

export const pushScreen = screen({
  path: '/sending/push',
  scope: 'READ',
  document,
  variables: (page) => ({ after: page.query('after'), filter: { campaign: page.query('campaign') } }),
  title: (_, { words }) => words.sending.push.title,
  forms: pushForms,
  view: (data, page) => {
    const { push } = page.words.sending;
    const hasCampaigns = data.coupons.nodes.length + data.loyaltyCards.nodes.length > 0;
    return [
      headingOf(push.title),
      sendingTabs(page),
      <p>{push.lead}</p>,
      hasCampaigns && page.may('SEND') && writing(data, page),
      <h2>{push.list}</h2>,
      list(data, page),
      pagingOf(page, data.pushes.pageInfo),
    ];
  },
});

function writing(data: Data, page: Page): ComponentChildren {
  const problems = page.attempt && page.attempt.form !== 'check' ? page.attempt.message : null;
  return (
    <div class="beside">
      {formOf(page, 'check', { data, also: ['coupon', 'card'], values: { campaign: page.query('campaign') } })}
      <section aria-label={page.words.sending.push.checkTitle}>{!problems && page.outcome?.content}</section>
    </div>
  );
}

function list({ pushes }: Data, page: Page): ComponentChildren {
  const { push, columns, deletedCampaign } = page.words.sending;
  const names = push.columns;
  return tableOf({
    caption: push.list,
    rows: pushes.nodes,
    columns: [
      { name: columns.message, cell: ({ message }) => message },
      {
        name: columns.campaign,
        cell: ({ campaignId, campaignName }) =>
          campaignName === null ? deletedCampaign : <a href={campaignPlace(page, campaignId)}>{campaignName}</a>,
      },
      { name: names.recipients, number: true, cell: ({ recipients }) => page.number(recipients) },
      { name: names.notified, number: true, cell: ({ notified }) => page.number(notified) },
      { name: names.fetched, number: true, cell: ({ fetched }) => page.number(fetched) },
      { name: names.unnotified, number: true, cell: ({ unnotified }) => page.number(unnotified) },
      { name: names.failed, number: true, cell: ({ failed }) => page.number(failed) },
      { name: names.sentAt, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
    empty: emptyOf(push.empty.title, push.empty.advice),
  });
}
