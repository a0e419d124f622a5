import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql, mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { Field } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { figureOf, noteOf } from '../parts/pieces.tsx';
import { type Choices, campaignsOf } from './draft/draft-fields.ts';

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

const checkForm = form({
  document: audience,
  variables: ({ campaign = '' }: { campaign?: string }) => ({ id: campaign }),
  fields: { ...fields, campaign: { ...fields.campaign, at: 'campaign' } },
  submit: (words) => words.sending.push.check,
  keeps: true,
  show: confirmation,
});

function confirmation({ node }: ResultOf<typeof audience>, page: Page): ComponentChildren {
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

const couponForm = form({
  document: mutationOf('sendCouponPush', 'recipients'),
  fields: checked,
  submit: (words) => words.sending.push.send,
  notice: (words) => words.sending.push.sent,
});

const cardForm = form({
  document: mutationOf('sendLoyaltyPush', 'recipients'),
  fields: { ...checked, campaign: { kind: 'hidden', at: 'card' } },
  submit: (words) => words.sending.push.send,
  notice: (words) => words.sending.push.sent,
});

/** A message to phones cannot be undone, so it is checked first. */
export const pushForms = { check: checkForm, coupon: couponForm, card: cardForm };
