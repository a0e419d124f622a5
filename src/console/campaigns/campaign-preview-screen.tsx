import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { graphql } from '../../documents/typed-document.ts';
import { toInstant } from '../../kernel/values/instant.ts';
import { senderOfCoupon } from '../../pages/offer/sender.ts';
import { couponPage } from '../../pages/personal/coupon-ticket.tsx';
import { htmlOf } from '../../pages/public/site.tsx';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import { enumName } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { linkButton } from '../parts/pieces.tsx';
import { campaignHeader } from './campaign-tabs.tsx';

const document = graphql(`
  query ConsoleCampaignPreview($campaign: ID!, $language: WalletLanguage!) {
    coupon(id: $campaign) {
      id
      name
      state
      title
      subtitle
      description
      terms
      termsShort
      poweredBy
      poweredByUrl
      imageUrl
      logoUrl
      bannerUrls
      value
      currency
      timezone
      startDate
      expiryDate
      expiryDays
      lockedAt
      voidedAt
      barcode
      walletDesign {
        backgroundColor
        foregroundColor
        provider
      }
    }
    viewer {
      account {
        id
        name
      }
    }
    walletPreview(campaign: $campaign, language: $language) {
      svg
    }
  }
`);

type Campaign = ResultOf<typeof document>['coupon'];

/** What customers see: the page of a code, and its pass in a wallet. */
export const previewScreen = screen({
  path: '/campaigns/:campaign/preview',
  area: 'campaigns',
  scope: 'READ',
  document,
  variables: ({ params: { campaign = '' }, language }) => ({ campaign, language: enumName(language) }),
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.preview} · ${coupon.name}`,
  view: async ({ coupon, viewer, walletPreview }, page) => {
    const { preview } = page.words.campaigns;
    const customerPage = await pageOf(coupon, viewer.account.name, page);
    return [
      campaignHeader(page, coupon, editLink(page, coupon)),
      <div class="previews">
        <section>
          <h2>{preview.page}</h2>
          <p class="hint">{preview.pageHint}</p>
          <iframe class="phone" title={preview.page} sandbox="" srcdoc={customerPage} />
        </section>
        <section>
          <h2>{preview.passes}</h2>
          <p class="hint">{preview.passesHint}</p>
          <img class="passes" src={dataAddress(walletPreview.svg)} alt={preview.passesImage} />
        </section>
      </div>,
    ];
  },
});

function editLink(page: Page, { id }: Campaign): ComponentChildren {
  const { edit } = page.words.campaigns.preview;
  return page.may('WRITE') && linkButton(page.to(`/campaigns/${id}/settings`), edit, 'quiet');
}

/** A code that does not exist. */
const sample = {
  ...{ session: 'a1b2c3sample', customValidationCode: null },
  ...{ voidedAt: null, validatedAt: null, lockedAt: null, heldUntil: null },
};

/** Returns the page of a code that nobody has used yet. */
async function pageOf(coupon: Campaign, accountName: string, { language, viewer }: Page): Promise<string> {
  const offer = {
    ...coupon,
    startsAt: instantOf(coupon.startDate),
    lockedAt: instantOf(coupon.lockedAt),
    voidedAt: instantOf(coupon.voidedAt),
    bannerList: coupon.bannerUrls.length > 0 ? JSON.stringify(coupon.bannerUrls) : null,
  };
  const design = coupon.walletDesign && { ...coupon.walletDesign, logoId: null, stripId: null };
  return htmlOf(
    couponPage({
      coupon: offer,
      session: { ...sample, expiresAt: instantOf(coupon.expiryDate) },
      sender: senderOfCoupon(offer, accountName, design),
      language,
      barcode: dataAddress(await drawSvg(sample.session, coupon.barcode ?? 'QRCODE', viewer.account)),
    }),
  );
}

function instantOf(iso: string | null): string | null {
  return iso && toInstant(new Date(iso));
}

function dataAddress(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
