import type { ComponentChildren } from 'preact';
import type { Page } from '../frame/page.ts';
import { formOf } from '../parts/form.tsx';
import { statusOf } from '../parts/pieces.tsx';
import { type Choices, noCategory } from './offer-forms.ts';

type CouponState = 'RUNNING' | 'ENDING_SOON' | 'EXAMPLE' | 'EXPIRED' | 'FUTURE' | 'LOCKED' | 'VOIDED';

export interface Offer {
  campaignId: string;
  name: string;
  paid: boolean;
  category: { id: string } | null;
  coupon: { state: CouponState } | null;
  loyaltyCard: { active: boolean } | null;
}

export function offerList(
  page: Page,
  category: string | null,
  offers: readonly Offer[],
  choices: Choices,
): ComponentChildren {
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

function marks({ words }: Page, { paid, coupon, loyaltyCard }: Offer): ComponentChildren {
  const { offers } = words.directories;
  const state = coupon ? offers.states[coupon.state] : loyaltyCard?.active === false && offers.inactive;
  return [
    <small class="soft">{coupon ? offers.coupon : offers.card}</small>,
    paid && statusOf(offers.paidShort, 'warn'),
    state && statusOf(state, 'calm'),
  ];
}

/** Returns the buttons that move an offer. Each sends the offer that is to precede it. */
function moves(page: Page, offers: readonly Offer[], index: number): ComponentChildren {
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

function removal(page: Page, { campaignId, name }: Offer): ComponentChildren {
  const label = page.words.directories.offers.removeLabel(name);
  return formOf(page, 'remove', { key: campaignId, values: { campaign: campaignId }, quiet: true, label });
}

function change(page: Page, offer: Offer, data: Choices): ComponentChildren {
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
