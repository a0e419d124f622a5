import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { couponPage } from '../../pages/personal/session-content.tsx';
import { htmlOf } from '../../pages/public/site.tsx';
import { drawSvg } from '../../sessions/barcode/barcode.ts';
import { enumName } from '../../words/languages.ts';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { linkButton, svgAddress } from '../parts/pieces.tsx';
import { campaignHeader } from './campaign-tabs.tsx';
import { offerOf, shownOffer } from './shown-offer.ts';

const document = graphql(
  `
    query ConsoleCampaignPreview($campaign: ID!, $language: WalletLanguage!) {
      coupon(id: $campaign) { ...ShownOffer barcode }
      viewer { account { name } }
      walletPreview(campaign: $campaign, language: $language) { svg }
    }
  `,
  [shownOffer],
);

type Campaign = ResultOf<typeof document>['coupon'];

/** Previews the page of a code, and its pass in a wallet. */
export const previewScreen = screen({
  path: '/campaigns/:campaign/preview',
  document,
  variables: ({ language }) => ({ language: enumName(language) }),
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
          <img class="passes" src={svgAddress(walletPreview.svg)} alt={preview.passesImage} />
        </section>
      </div>,
    ];
  },
});

function editLink(page: Page, { id }: Campaign) {
  const { edit } = page.words.campaigns.preview;
  return page.may('WRITE') && linkButton(page.to(`/campaigns/${id}/settings`), edit, 'quiet');
}

/** The code in the preview, which does not exist. */
const sample = {
  ...{ session: 'a1b2c3sample', customValidationCode: null },
  ...{ voidedAt: null, validatedAt: null, lockedAt: null, heldUntil: null },
};

async function pageOf(coupon: Campaign, accountName: string, { language, viewer }: Page): Promise<string> {
  const { offer, sender } = offerOf(coupon, accountName);
  const session = { ...sample, expiresAt: offer.expiresAt };
  const barcode = svgAddress(await drawSvg(sample.session, coupon.barcode ?? 'QRCODE', viewer.account));
  return htmlOf(couponPage({ coupon: offer, locations: coupon.locations, session, sender, language, barcode }));
}
