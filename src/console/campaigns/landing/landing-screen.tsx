import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { type LandingPageInput, landingPageOf } from '../../../coupons/landing-page/landing-page.inputs.ts';
import type { LandingPage } from '../../../coupons/landing-page/landing-page.ts';
import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import { landingView } from '../../../pages/landing/landing-view.tsx';
import { htmlOf } from '../../../pages/public/site.tsx';
import { drawSvg } from '../../../sessions/barcode/barcode.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import { copyableOf } from '../../parts/copyable.tsx';
import { formOf } from '../../parts/form.tsx';
import { svgAddress } from '../../parts/pieces.tsx';
import { campaignHeader } from '../campaign-tabs.tsx';
import { offerOf, shownOffer } from '../shown-offer.ts';
import {
  type LandingForm,
  landingFormFields,
  landingFormGroups,
  landingFormValues,
  landingInput,
  landingPlace,
} from './landing-form.ts';

const document = graphql(
  `
    query ConsoleLandingPage($campaign: ID!) {
      coupon(id: $campaign) {
        ...ShownOffer
        code url status
        landingPage {
          fields { kind label required }
          unique limit consent submissions
        }
      }
      viewer { account { name } }
    }
  `,
  [shownOffer],
);

type Data = ResultOf<typeof document>;

export const landingScreen = screen({
  path: '/campaigns/:campaign/page',
  scope: 'READ',
  document,
  variables: ({ params: { campaign = '' } }) => ({ campaign }),
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.page} · ${coupon.name}`,
  islands: ['live-preview'],
  forms: {
    save: form({
      document: mutationOf('updateCoupon'),
      fields: landingFormFields,
      clears: true,
      variables: (input: LandingForm, { params: { campaign = '' } }) => ({
        input: { id: campaign, landingPage: landingInput(input) },
      }),
      place: landingPlace,
      submit: ({ campaigns }) => campaigns.save,
      notice: ({ landing }) => landing.saved,
    }),
  },
  view: async ({ coupon, viewer }, page) => [
    campaignHeader(page, coupon),
    <div class="previews">
      <section>
        {await addressOf(page, coupon)}
        {formOf(page, 'save', {
          values: landingFormValues(coupon.landingPage),
          groups: landingFormGroups(page.words),
        })}
      </section>
      <section>
        <h2>{page.words.landing.preview}</h2>
        <p class="hint" data-live-hint={page.words.landing.livePreviewHint}>
          {page.words.landing.previewHint}
        </p>
        <iframe
          id="preview"
          class="phone"
          title={page.words.landing.preview}
          sandbox=""
          srcdoc={visitorsPage(coupon, viewer.account.name, page)}
        />
      </section>
    </div>,
  ],
});

/** Shows the address as text to copy and as a QR code to print. */
async function addressOf(page: Page, { code, url, landingPage }: Data['coupon']): Promise<ComponentChildren> {
  const { landing } = page.words;
  const src = svgAddress(await drawSvg(url, 'QRCODE', page.viewer.account));
  const given = landingPage && landing.given(page.number(landingPage.submissions), landingPage.limit);
  return (
    <div class="public-address">
      <a href={src} download={`${code}.svg`} title={landing.download}>
        <img src={src} alt={landing.qrCode} width={128} height={128} />
      </a>
      <div>
        <h2>{landing.address}</h2>
        <p>{copyableOf(page, url, url)}</p>
        {given && <p>{given}</p>}
      </div>
    </div>
  );
}

/** Returns the form of the current attempt, or the saved form. */
function shownForm({ landingPage }: Data['coupon'], { attempt }: Page): LandingPage | null {
  const call = attempt?.call?.variables as { input: { landingPage: LandingPageInput | null } } | undefined;
  if (!call) return landingPage;
  const draft = call.input.landingPage;
  return draft && { ...landingPageOf(draft), submissions: landingPage?.submissions ?? 0 };
}

function visitorsPage(coupon: Data['coupon'], accountName: string, page: Page): string {
  const { language, publicUrl } = page;
  const { offer, sender } = offerOf(coupon, accountName);
  return htmlOf(landingView({ coupon: offer, page: shownForm(coupon, page), sender, language, publicUrl, hidden: {} }));
}
