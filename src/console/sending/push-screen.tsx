import type { ResultOf } from 'gql.tada';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form, screen } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { emptyOf, figureOf, headingOf, momentOf, noteOf, pagingOf, tableOf } from '../parts/pieces.tsx';
import { type Choices, campaignsOf } from './draft/draft-fields.ts';
import { campaignPlace, sendingTabs } from './sending-state.ts';

const fields = labelled(({ sending }) => sending.push)({
  campaign: {
    kind: 'select',
    required: true,
    options: ({ sending }, data: Pick<Choices, 'coupons' | 'loyaltyCards'>) =>
      campaignsOf({ ...data, directories: { nodes: [] }, contactGroups: { nodes: [] } }, sending.kinds),
  },
  message: { kind: 'textarea', required: true, maxLength: 500 },
});

const checked = { campaign: { kind: 'hidden', at: 'coupon' }, message: { kind: 'hidden' } } satisfies Record<
  string,
  Field
>;

const audience = graphql(`
  query ConsolePushAudience($id: ID!) {
    node(id: $id) {
      __typename
      ... on Coupon { walletCounts { platform saved } }
      ... on LoyaltyCard { walletCounts { platform saved } }
    }
  }
`);

const checkForm = form(audience, {
  variables: ({ campaign = '' }: { campaign?: string }) => ({ id: campaign }),
  fields: { ...fields, campaign: { ...fields.campaign, at: 'campaign' } },
  submit: (words) => words.sending.push.check,
  keeps: true,
  show: confirmation,
});

function confirmation({ node }: ResultOf<typeof audience>, page: Page) {
  const { push } = page.words.sending;
  if (node?.__typename !== 'Coupon' && node?.__typename !== 'LoyaltyCard') return noteOf('bad', push.gone);
  const passes = node.walletCounts.reduce((sum, { saved }) => sum + saved, 0);
  const { campaign, message } = page.attempt?.body ?? {};
  const sender = node.__typename === 'Coupon' ? 'coupon' : 'card';
  return (
    <div class="card">
      <h2>{push.checkTitle}</h2>
      <div class="figures">
        {node.walletCounts.map(({ platform, saved }) =>
          figureOf(push.wallets[platform], page.number(saved), push.passes),
        )}
      </div>
      <pre tabIndex={0}>{String(message ?? '')}</pre>
      {passes === 0 ? (
        <p class="note warn">{push.nobody}</p>
      ) : (
        [<p>{push.confirm(page.number(passes))}</p>, formOf(page, sender, { values: { campaign, message } })]
      )}
    </div>
  );
}

const couponForm = form(mutationOf('sendCouponPush', 'recipients'), {
  fields: checked,
  says: (words) => [words.sending.push.send, words.sending.push.sent],
});

const cardForm = form(mutationOf('sendLoyaltyPush', 'recipients'), {
  fields: { ...checked, campaign: { kind: 'hidden', at: 'card' } },
  says: (words) => [words.sending.push.send, words.sending.push.sent],
});

/** A message cannot be recalled from phones, so it is checked first. */
const pushForms = { check: checkForm, coupon: couponForm, card: cardForm };

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
  document,
  variables: (page) => ({ filter: { campaign: page.query('campaign') } }),
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

function writing(data: Data, page: Page) {
  const problems = page.attempt && page.attempt.form !== 'check' ? page.attempt.message : null;
  return (
    <div class="beside">
      {formOf(page, 'check', { data, also: ['coupon', 'card'], values: { campaign: page.query('campaign') } })}
      <section aria-label={page.words.sending.push.checkTitle}>{!problems && page.outcome?.content}</section>
    </div>
  );
}

function list({ pushes }: Data, page: Page) {
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
