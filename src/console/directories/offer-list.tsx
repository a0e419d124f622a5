import { mutationOf } from '../../documents/typed-document.ts';
import { labelled } from '../frame/labelled-fields.ts';
import type { Page } from '../frame/page.ts';
import { form } from '../frame/screen.ts';
import type { Field, LabelledField } from '../frame/screen-field.ts';
import { formOf } from '../parts/form.tsx';
import { statusOf } from '../parts/pieces.tsx';

export interface Choices {
  categories: readonly { id: string; name: string }[];
  found: readonly { id: string; name: string; isCoupon: boolean }[];
}

const hidden: Field = { kind: 'hidden' };

const category: LabelledField = {
  kind: 'select',
  label: ({ directories }) => directories.offers.category,
  options: ({ directories }, { categories }: Choices) => [
    ['', directories.offers.noCategory],
    ...categories.map(({ id, name }) => [id, name] as const),
  ],
};

const paid: LabelledField = { kind: 'checkbox', label: ({ directories }) => directories.offers.paid };

export const addOffer = form(mutationOf('addDirectoryCampaign'), {
  fields: labelled(({ directories }) => directories.offers)({
    campaign: {
      kind: 'select',
      required: true,
      options: ({ directories: { offers } }, { found }: Choices) =>
        found.map(({ id, name, isCoupon }) => [id, `${name} (${isCoupon ? offers.coupon : offers.card})`] as const),
    },
    category,
    paid,
  }),
  adds: ({ params }) => ({ directory: params.directory }),
  says: ({ directories: { offers } }) => [offers.addSubmit, offers.added],
  problemsAt: { DIRECTORY_CAMPAIGN_EXISTS: 'campaign' },
});

export const changeOffer = form(mutationOf('updateDirectoryCampaign'), {
  fields: { campaign: hidden, category, paid },
  clears: true,
  adds: ({ params }) => ({ directory: params.directory }),
  says: ({ directories: { offers } }) => [offers.save, offers.changed],
});

export const removeOffer = form(mutationOf('removeDirectoryCampaign'), {
  fields: { campaign: hidden },
  adds: ({ params }) => ({ directory: params.directory }),
  says: ({ directories: { offers } }) => [offers.remove, offers.removed],
});

/** The value of `category` that takes an offer out of its category. */
const noCategory = 'none';

/** An empty `after` means the first place. Without `category`, the offer stays in its category. */
export const moveOffer = form(mutationOf('moveDirectoryCampaign'), {
  fields: { campaign: hidden, after: hidden, category: hidden },
  variables: ({ category, ...input }: { campaign: string; after?: string; category?: string }, { params }) => ({
    input: {
      directory: params.directory ?? '',
      ...input,
      ...(category !== undefined && { category: category === noCategory ? null : category }),
    },
  }),
  says: ({ directories: { offers } }) => [offers.move, offers.moved],
});

type CouponState = 'RUNNING' | 'ENDING_SOON' | 'EXAMPLE' | 'EXPIRED' | 'FUTURE' | 'LOCKED' | 'VOIDED';

export interface Offer {
  campaignId: string;
  name: string;
  paid: boolean;
  category: { id: string } | null;
  coupon: { state: CouponState } | null;
  loyaltyCard: { active: boolean } | null;
}

export function offerList(page: Page, category: string | null, offers: readonly Offer[], choices: Choices) {
  const { movedTo, notMoved } = page.words.directories.offers;
  return (
    <ol class="sortable" data-sortable={category ?? noCategory} data-moved={movedTo('%1', '%2')} data-failed={notMoved}>
      {offers.map((offer, index) => (
        <li data-key={offer.campaignId}>
          <div class="offer">
            <span class="offer-name">
              <a href={addressOf(page, offer)}>{offer.name}</a>
              {marks(page, offer)}
            </span>
            {moves(page, offers, index)}
            {removal(page, offer)}
          </div>
          {change(page, offer, choices)}
        </li>
      ))}
    </ol>
  );
}

function addressOf(page: Page, { campaignId, coupon }: Offer): string {
  return page.to(`/${coupon ? 'campaigns' : 'loyalty'}/${campaignId}`);
}

function marks({ words }: Page, { paid, coupon, loyaltyCard }: Offer) {
  const { offers } = words.directories;
  const state = coupon ? offers.states[coupon.state] : loyaltyCard?.active === false && offers.inactive;
  return [
    <small class="soft">{coupon ? offers.coupon : offers.card}</small>,
    paid && statusOf(offers.paidShort, 'warn'),
    state && statusOf(state, 'calm'),
  ];
}

/** Returns the buttons that move an offer. Each sends the offer after which to put the moved one. */
function moves(page: Page, offers: readonly Offer[], index: number) {
  const { up, down, upShort, downShort } = page.words.directories.offers;
  const { campaignId: campaign = '', name = '' } = offers[index] ?? {};
  const button = (way: string, submit: string, label: string, after: string | undefined) =>
    formOf(page, 'move', { key: `${campaign}-${way}`, values: { campaign, after }, quiet: true, submit, label });
  return (
    <span class="moves">
      {[
        button('up', upShort, up(name), offers[index - 2]?.campaignId),
        button('down', downShort, down(name), (offers[index + 1] ?? offers[index - 1])?.campaignId),
      ]}
    </span>
  );
}

function removal(page: Page, { campaignId, name }: Offer) {
  const label = page.words.directories.offers.removeLabel(name);
  return formOf(page, 'remove', { key: campaignId, values: { campaign: campaignId }, quiet: true, label });
}

function change(page: Page, offer: Offer, data: Choices) {
  const { campaignId: key, paid, category, name } = offer;
  const values = { campaign: key, paid, category: category?.id };
  const fields = formOf(page, 'change', { key, values, data });
  const open = page.attempt?.form === 'change' && page.attempt.key === key;
  const text = page.words.directories.offers.change;
  return (
    fields && (
      <details class="change" open={open}>
        <summary aria-label={`${text}: ${name}`}>{text}</summary>
        {fields}
      </details>
    )
  );
}
