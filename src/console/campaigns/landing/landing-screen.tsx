import type { ResultOf } from 'gql.tada';
import type { ComponentChildren } from 'preact';
import { type LandingPageInput, landingPageOf } from '../../../coupons/landing-page/landing-page.inputs.ts';
import {
  type LandingField,
  type LandingFieldKind,
  type LandingPage,
  landingFieldKinds,
  uniqueFields,
} from '../../../coupons/landing-page/landing-page.ts';
import { graphql, mutationOf } from '../../../documents/typed-document.ts';
import { landingView } from '../../../pages/landing/landing-view.tsx';
import { htmlOf } from '../../../pages/public/site.tsx';
import { drawSvg } from '../../../sessions/barcode/barcode.ts';
import { type Words, wordFor } from '../../../words/languages.ts';
import { labelled } from '../../frame/labelled-fields.ts';
import type { Page } from '../../frame/page.ts';
import { form, screen } from '../../frame/screen.ts';
import type { LabelledField } from '../../frame/screen-field.ts';
import { formOf } from '../../parts/form.tsx';
import { copyableOf, svgAddress } from '../../parts/pieces.tsx';
import { campaignHeader } from '../campaign-tabs.tsx';
import { offerOf, shownOffer } from '../shown-offer.ts';

const isCustom = (kind: LandingFieldKind) => kind.startsWith('CUSTOM_FIELD');
const customKinds = landingFieldKinds.filter(isCustom);
const usualKinds = landingFieldKinds.filter((kind) => !isCustom(kind));

const nameOf = ({ landing }: Words, kind: LandingFieldKind) =>
  wordFor(landing.kinds, kind) ?? landing.custom(kind.slice(-1));

/** The names of a question's fields contain its kind. */
const ask = (kind: LandingFieldKind) => `ask_${kind}`;
const label = (kind: LandingFieldKind) => `label_${kind}`;
const needed = (kind: LandingFieldKind) => `needed_${kind}`;

/** The place to which `landingPlace` assigns the problems of a label. */
const labelPath = (kind: LandingFieldKind) => `landingPage.fields.${kind}`;

/** Names and addresses are asked for only if the marketer wants them, and may have a label of their own. */
const usualFields = usualKinds.flatMap((kind): [string, LabelledField][] => [
  [
    ask(kind),
    {
      kind: 'select',
      at: `ask.${kind}`,
      label: (words) => nameOf(words, kind),
      options: ({ landing }) => [
        ['OPTIONAL', landing.optional],
        ['REQUIRED', landing.required],
      ],
    },
  ],
  [
    label(kind),
    {
      ...{ kind: 'text', maxLength: 80, at: labelPath(kind) },
      label: ({ landing, ...words }) => landing.labelOf(nameOf({ landing, ...words }, kind)),
      hint: ({ landing }) => landing.labelHint,
      error: ({ landing }) => landing.labelError,
    },
  ],
]);

/** A custom question is asked if it has a label. */
const customFields = customKinds.flatMap((kind): [string, LabelledField][] => [
  [
    label(kind),
    {
      ...{ kind: 'text', maxLength: 80, at: labelPath(kind) },
      label: (words) => nameOf(words, kind),
      error: ({ landing }) => landing.labelError,
    },
  ],
  [
    needed(kind),
    { kind: 'checkbox', at: `needed.${kind}`, label: (words) => words.landing.neededOf(nameOf(words, kind)) },
  ],
]);

const pageFields = labelled(({ landing }) => landing)({
  open: { kind: 'checkbox' },
  unique: {
    kind: 'select',
    at: 'landingPage.unique',
    options: (words) => uniqueFields.map((kind) => [kind, nameOf(words, kind)]),
  },
  limit: { kind: 'number', at: 'landingPage.limit', min: 1, max: 10_000_000 },
  consent: { kind: 'textarea', at: 'landingPage.consent', maxLength: 2000 },
});

const landingFormFields: Record<string, LabelledField> = {
  ...pageFields,
  ...Object.fromEntries([...usualFields, ...customFields]),
};

function landingFormGroups({ landing }: Words) {
  return [
    { legend: landing.groups.page, fields: ['open', 'unique', 'limit', 'consent'] },
    { legend: landing.groups.contact, fields: usualFields.map(([name]) => name), open: true },
    { legend: landing.groups.questions, fields: customFields.map(([name]) => name) },
  ];
}

interface LandingForm {
  open: boolean;
  ask?: Partial<Record<LandingFieldKind, 'OPTIONAL' | 'REQUIRED' | null>>;
  needed?: Partial<Record<LandingFieldKind, boolean>>;
  landingPage?: Partial<Pick<LandingPage, 'unique' | 'limit' | 'consent'>> & {
    fields?: Partial<Record<LandingFieldKind, string | null>>;
  };
}

function landingInput({ open, ask: asked, needed: isNeeded, landingPage = {} }: LandingForm) {
  if (!open) return null;
  const { fields: labels, ...settings } = landingPage;
  const isAsked = (kind: LandingFieldKind) => (isCustom(kind) ? labels?.[kind] : asked?.[kind]);
  const fields = landingFieldKinds.filter(isAsked).map((kind) => ({
    kind,
    label: labels?.[kind] ?? null,
    required: isCustom(kind) ? isNeeded?.[kind] === true : asked?.[kind] === 'REQUIRED',
  }));
  return { ...settings, fields };
}

function landingFormValues(page: Omit<LandingPage, 'submissions'> | null): Record<string, unknown> {
  const valuesOf = ({ kind, label: text, required }: LandingField): [string, unknown][] => [
    [label(kind), text],
    isCustom(kind) ? [needed(kind), required] : [ask(kind), required ? 'REQUIRED' : 'OPTIONAL'],
  ];
  const { unique = null, limit = null, consent = null, fields = [] } = page ?? {};
  return { open: page !== null, unique, limit, consent, ...Object.fromEntries(fields.flatMap(valuesOf)) };
}

/** Problems name a field by its index, and the form by its kind. */
function landingPlace(path: readonly PropertyKey[], variables: object): readonly PropertyKey[] {
  const { landingPage } = (variables as { input: { landingPage: ReturnType<typeof landingInput> } }).input;
  const [, part, index] = path;
  const kind = part === 'fields' ? landingPage?.fields[Number(index)]?.kind : undefined;
  return kind ? ['landingPage', 'fields', kind] : path;
}

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
  document,
  title: ({ coupon }, { words }) => `${words.campaigns.tabs.page} · ${coupon.name}`,
  islands: ['live-preview'],
  forms: {
    save: form(mutationOf('updateCoupon'), {
      fields: landingFormFields,
      clears: true,
      variables: (input: LandingForm, { params: { campaign = '' } }) => ({
        input: { id: campaign, landingPage: landingInput(input) },
      }),
      place: landingPlace,
      says: ({ campaigns, landing }) => [campaigns.save, landing.saved],
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
  const { locations } = coupon;
  return htmlOf(
    landingView({ coupon: offer, locations, page: shownForm(coupon, page), sender, language, publicUrl, hidden: {} }),
  );
}
