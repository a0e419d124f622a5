import type { Coupon } from '../../coupons/coupon/coupon.ts';
import { stateOf } from '../../coupons/coupon/coupon-state.ts';
import { isUsedUp, type LandingField, type LandingPage } from '../../coupons/landing-page/landing-page.ts';
import { firstFilled, isBlank, titleOf } from '../../kernel/values/blank.ts';
import { couponPath } from '../../vocabulary/links.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { conditions, offerPage, placesOf, type ShownPlace } from '../offer/offer-page.tsx';
import type { Sender } from '../offer/sender.ts';
import { type StatusTone, statusBox } from '../personal/status-box.tsx';
import type { SitePage } from '../public/site.tsx';
import { formatMoment, formatMoney, timezoneName } from '../public/wording.ts';
import { type Attempt, consentName, labelOf, places, trapName } from './landing-answers.ts';

export type ShownCoupon = Pick<
  Coupon,
  | 'code'
  | 'name'
  | 'title'
  | 'subtitle'
  | 'description'
  | 'terms'
  | 'termsShort'
  | 'value'
  | 'currency'
  | 'timezone'
  | 'status'
  | 'startsAt'
  | 'expiresAt'
  | 'expiryDays'
  | 'lockedAt'
  | 'voidedAt'
>;

export interface LandingView {
  coupon: ShownCoupon;
  locations: readonly ShownPlace[];
  page: LandingPage | null;
  sender: Sender;
  language: Language;
  publicUrl: string;
  status?: number;
  hidden: Readonly<Record<string, string>>;
  attempt?: Attempt;
  notice?: string | null;
}

export function landingView(view: LandingView): SitePage {
  const { coupon, locations, page, sender, language, publicUrl } = view;
  const closed = closedReason(coupon, page, language);
  const amount = formatMoney(coupon.value, coupon.currency, language);
  const title = titleOf(coupon);
  const summary = firstFilled(coupon.subtitle, shortened(coupon.description)) || null;
  return offerPage({
    ...{ language, sender, title, summary },
    ...(view.status && { status: view.status }),
    head: linkFacts(publicUrl + couponPath(coupon.code), { sender, summary, publicUrl }),
    main: [
      <h1>{title}</h1>,
      !isBlank(coupon.subtitle) && <p class="subtitle">{coupon.subtitle}</p>,
      amount !== null && <p class="worth">{dictionaries[language].sessionPage.worth(amount)}</p>,
      !isBlank(coupon.description) && <p class="about">{coupon.description}</p>,
      closed ? statusBox(closed.tone, closed.name, closed.line) : page && formOf(view, page),
      closed?.tone !== 'over' && <p class="facts until">{ending(coupon, language)}</p>,
      closed?.tone !== 'over' && placesOf(locations, language),
      conditions(coupon, language),
    ],
  });
}

/** Whether search engines may list the page. They may only if visitors can get a coupon there. */
export function isListed(coupon: ShownCoupon, page: LandingPage | null): boolean {
  return page !== null && /^(RUNNING|ENDING_SOON)$/.test(stateOf(coupon));
}

/** Returns the reason why visitors cannot get a coupon on the page, or null if they can. */
export function closedReason(
  coupon: ShownCoupon,
  page: LandingPage | null,
  language: Language,
): { tone: StatusTone; name: string; line: string } | null {
  const { states } = dictionaries[language].landingPage;
  const of = (tone: StatusTone, [name, line]: [string, string]) => ({ tone, name, line });
  const since = (tone: StatusTone, kind: 'VOIDED' | 'LOCKED' | 'EXPIRED' | 'FUTURE', at: string | null) => {
    const [name, line] = dictionaries[language].sessionPage.states[kind];
    return { tone, name, line: line(formatMoment(at ?? '', coupon.timezone, language)) };
  };
  const state = stateOf(coupon);
  if (state === 'VOIDED') return since('over', state, coupon.voidedAt);
  if (state === 'LOCKED') return since('paused', state, coupon.lockedAt);
  if (state === 'EXAMPLE') return of('paused', states.EXAMPLE);
  if (state === 'EXPIRED') return since('over', state, coupon.expiresAt);
  if (state === 'FUTURE') return since('waiting', state, coupon.startsAt);
  if (page === null) return of('waiting', states.PERSONAL);
  return isUsedUp(page) ? of('over', states.USED_UP) : null;
}

function ending({ expiresAt, expiryDays, timezone }: ShownCoupon, language: Language): string | null {
  const { validUntil, validForDays } = dictionaries[language].sessionPage;
  if (expiresAt)
    return `${validUntil(formatMoment(expiresAt, timezone, language))} (${timezoneName(timezone, language)})`;
  return expiryDays ? validForDays(expiryDays) : null;
}

/** Returns facts for search engines and link previews, in addition to those of every offer. */
function linkFacts(
  address: string,
  { sender, summary, publicUrl }: { sender: Sender; summary: string | null; publicUrl: string },
) {
  const [picture] = sender.banners;
  const own = picture?.startsWith('/') ? publicUrl + picture : null;
  return [
    <link rel="canonical" href={address} />,
    <meta property="og:url" content={address} />,
    summary && <meta name="description" content={summary} />,
    own && <meta property="og:image" content={own} />,
    <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />,
  ];
}

const longestSummary = 200;

function shortened(text: string | null): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line.length <= longestSummary ? line : `${line.slice(0, longestSummary - 1).trimEnd()}…`;
}

function formOf({ coupon, language, hidden, attempt, notice }: LandingView, page: LandingPage) {
  const words = dictionaries[language].landingPage;
  return (
    <form method="post" action={couponPath(coupon.code)} class="landing" id="form" aria-labelledby="form-title">
      <h2 id="form-title">{words.formTitle}</h2>
      {notice && (
        <p class="note bad" role="alert">
          {notice}
        </p>
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {page.fields.map((field) => fieldOf(field, language, attempt))}
      {page.consent && consentOf(page.consent, attempt)}
      {trapOf(words.trap, attempt)}
      <button type="submit" class="button">
        {words.submit}
      </button>
    </form>
  );
}

function fieldOf(field: LandingField, language: Language, attempt: Attempt | undefined) {
  const words = dictionaries[language].landingPage;
  const { name, type, autocomplete, maxLength } = places[field.kind];
  const problem = attempt?.problems[name];
  const hint = field.kind === 'PHONE' ? words.phoneHint : null;
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const input: object = {
    ...{ id: name, name, type, autocomplete, required: field.required, value: attempt?.typed[name] ?? '' },
    maxlength: maxLength,
    ...(described && { 'aria-describedby': described }),
    ...(problem && { 'aria-invalid': 'true' }),
  };
  return (
    <div class="field">
      <label for={name}>
        {labelOf(field, language)}
        {!field.required && <small>{` (${words.optional})`}</small>}
      </label>
      <input {...input} />
      {hint && (
        <small class="facts" id={`${name}-hint`}>
          {hint}
        </small>
      )}
      {problemAt(name, problem)}
    </div>
  );
}

function consentOf(text: string, attempt: Attempt | undefined) {
  const problem = attempt?.problems[consentName];
  return (
    <div class="field consent">
      <label for={consentName}>
        <input
          id={consentName}
          name={consentName}
          type="checkbox"
          value="yes"
          required
          checked={attempt?.typed[consentName] === 'yes'}
          {...(problem && { 'aria-invalid': 'true', 'aria-describedby': `${consentName}-problem` })}
        />
        <span class="lines">{text}</span>
      </label>
      {problemAt(consentName, problem)}
    </div>
  );
}

/**
 * Returns a field that catches programs, because they fill in every field. People see it only after their browser has
 * filled it in.
 */
function trapOf(label: string, attempt: Attempt | undefined) {
  const problem = attempt?.problems[trapName];
  return (
    <div class={problem ? 'field' : 'field trap'} {...(!problem && { 'aria-hidden': 'true' })}>
      <label for={trapName}>{label}</label>
      <input
        id={trapName}
        name={trapName}
        type="text"
        autocomplete="off"
        {...(!problem && { tabindex: -1 })}
        {...(problem && { 'aria-invalid': 'true', 'aria-describedby': `${trapName}-problem` })}
      />
      {problemAt(trapName, problem)}
    </div>
  );
}

function problemAt(name: string, problem: string | undefined) {
  return (
    problem && (
      <p class="problem" id={`${name}-problem`}>
        {problem}
      </p>
    )
  );
}
