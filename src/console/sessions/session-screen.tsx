import type { ResultOf } from 'gql.tada';
import { graphql } from '../../documents/typed-document.ts';
import { fullName, titleOf } from '../../kernel/values/blank.ts';
import { barcodePath } from '../../vocabulary/links.ts';
import { eventName } from '../campaigns/campaign-tabs.tsx';
import type { Page } from '../frame/page.ts';
import { screen } from '../frame/screen.ts';
import { foldedFormOf, formOf } from '../parts/form.tsx';
import { cardOf, copyableOf, factsOf, headingOf, linkButton, momentOf, tableOf } from '../parts/pieces.tsx';
import { messageState } from '../sending/sending-state.ts';
import { sessionForm, sessionRemovalForm, transitionForms } from './session-forms.ts';
import { isHeld, sessionStatus } from './session-state.ts';
import { acceptedBy, hasBegun, hindranceOf, type TransitionName } from './session-transitions.ts';

const sessionDocument = graphql(`
  query ConsoleSession($session: ID!) {
    couponSession(session: $session) {
      session sequenceId url widgetValidationCode customValidationCode customId firstName lastName email phone
      customField1 customField2 customField3 customField4 customField5 customField6 customField7 moneySpent
      value utmCampaign utmSource utmMedium utmTerm utmContent createdAt openedAt startedAt claimedAt
      claimType validatedAt lockedAt voidedAt heldUntil expiresAt expired savedToAppleAt savedToGoogleAt
      walletPasses { platform url }
      coupon {
        id name title currency voidedAt lockedAt startDate
        locations { id name }
      }
      history {
        type at by locationId
        location { name }
      }
    }
    messages(filter: { session: $session }, first: 20) {
      nodes { channel address status createdAt }
    }
  }
`);

type ShownSession = ResultOf<typeof sessionDocument>['couponSession'];
type ShownMessage = ResultOf<typeof sessionDocument>['messages']['nodes'][number];

export const sessionScreen = screen({
  path: '/sessions/:session',
  area: 'find',
  document: sessionDocument,
  title: ({ couponSession }, { words }) => words.codes.session.title(shortCode(couponSession)),
  forms: { ...transitionForms, edit: sessionForm, remove: sessionRemovalForm },
  view: ({ couponSession: session, messages }, page) => {
    const { sections } = page.words.codes.session;
    return [
      headingOfSession(page, session),
      <div class="pairs">
        {cardOf(sections.actions, actionsOf(page, session))}
        {cardOf(sections.codes, codesOf(page, session))}
        {cardOf(sections.customer, customerOf(page, session))}
        {cardOf(sections.times, timesOf(page, session))}
      </div>,
      originOf(page, session),
      <h2>{sections.history}</h2>,
      historyOf(page, session.history),
      messages.nodes.length > 0 && [<h2>{sections.messages}</h2>, messagesOf(page, messages.nodes)],
      changesOf(page, session),
    ];
  },
});

function shortCode({ customValidationCode, widgetValidationCode }: ShownSession): string {
  return customValidationCode ?? widgetValidationCode;
}

function headingOfSession(page: Page, session: ShownSession) {
  const { coupon, walletPasses, url } = session;
  const { publicPage } = page.words.codes.session;
  const wallets = { APPLE: 'Apple Wallet', GOOGLE: 'Google Wallet' };
  return [
    <p class="trail">
      <a href={page.to(`/campaigns/${coupon.id}/codes`)}>{coupon.name}</a>
    </p>,
    headingOf(
      [<span class="mono">{shortCode(session)}</span>, ' ', sessionStatus(page, session)],
      walletPasses.map(({ platform, url }) => linkButton(url, wallets[platform], 'quiet')),
      linkButton(url, publicPage, 'quiet'),
    ),
  ];
}

function changesOf(page: Page, session: ShownSession) {
  const { edit, delete: remove, deleteHint } = page.words.codes.session;
  const removal = { summary: remove, text: deleteHint, quiet: true, dangerous: true };
  return [
    hindranceOf(session) === null && foldedFormOf(page, 'edit', { summary: edit, values: session }),
    foldedFormOf(page, 'remove', { ...removal, values: { coupon: session.coupon.id } }),
  ];
}

/** Shows the history, newest first. */
function historyOf(page: Page, history: ShownSession['history']) {
  const { session } = page.words.codes;
  return tableOf({
    caption: session.sections.history,
    rows: history.toReversed(),
    empty: <p class="soft">{session.noHistory}</p>,
    columns: [
      { name: session.event, cell: ({ type }) => eventName(page, type) },
      { name: session.at, cell: ({ at }) => momentOf(page, at) },
      { name: session.where, cell: ({ location, locationId }) => location?.name ?? locationId ?? '–' },
      { name: session.by, cell: ({ by }) => by ?? <span class="soft">{session.nobody}</span> },
    ],
  });
}

function messagesOf(page: Page, messages: readonly ShownMessage[]) {
  const { session } = page.words.codes;
  return tableOf({
    caption: session.sections.messages,
    rows: messages,
    empty: null,
    columns: [
      { name: session.message.channel, cell: ({ channel }) => session.channels[channel] },
      { name: session.message.to, cell: ({ address }) => address },
      { name: session.message.status, cell: ({ status }) => messageState(page, status) },
      { name: session.message.sent, cell: ({ createdAt }) => momentOf(page, createdAt) },
    ],
  });
}

/** Includes the barcode that the customer shows. */
function codesOf(page: Page, session: ShownSession) {
  const { facts, barcode } = page.words.codes.session;
  const mono = (text: string | null) => text && <span class="mono">{text}</span>;
  return [
    <img class="barcode" src={barcodePath(new URL(session.url).pathname)} alt={barcode} />,
    factsOf([
      [facts.widget, mono(session.widgetValidationCode)],
      session.customValidationCode !== null && [facts.validationCode, mono(session.customValidationCode)],
      session.customId !== null && [facts.customId, mono(session.customId)],
      [facts.session, copyableOf(page, session.session)],
      [facts.sequence, session.sequenceId],
    ]),
  ];
}

function customerOf(page: Page, session: ShownSession) {
  const { facts, customField } = page.words.codes.session;
  const { email, phone, coupon, value, moneySpent } = session;
  const custom = ([1, 2, 3, 4, 5, 6, 7] as const).map((number) => {
    const text = session[`customField${number}`];
    return text !== null && ([customField(number), text] as const);
  });
  return factsOf([
    [facts.name, fullName(session) || null],
    [facts.email, email],
    [facts.phone, phone],
    [facts.campaign, <a href={page.to(`/campaigns/${coupon.id}`)}>{titleOf(coupon)}</a>],
    value !== null && [facts.value, page.money(value, coupon.currency)],
    moneySpent !== null && [facts.moneySpent, page.money(moneySpent, coupon.currency)],
    ...custom,
  ]);
}

function timesOf(page: Page, session: ShownSession) {
  const { facts, never, claimTypes } = page.words.codes.session;
  const given = (name: string, at: string | null, note?: string) =>
    at !== null && ([name, [momentOf(page, at), note && <small class="soft">{` ${note}`}</small>]] as const);
  const { expiresAt, claimType, heldUntil } = session;
  return factsOf([
    [facts.created, momentOf(page, session.createdAt)],
    given(facts.opened, session.openedAt),
    given(facts.started, session.startedAt),
    given(facts.claimed, session.claimedAt, claimType ? claimTypes[claimType] : undefined),
    given(facts.validated, session.validatedAt),
    given(facts.locked, session.lockedAt),
    given(facts.voided, session.voidedAt),
    isHeld(session) && given(facts.heldUntil, heldUntil),
    given(facts.apple, session.savedToAppleAt),
    given(facts.google, session.savedToGoogleAt),
    [facts.expires, expiresAt ? momentOf(page, expiresAt) : never],
  ]);
}

/** Returns the UTM parameters with which the session was created. */
function originOf(page: Page, session: ShownSession) {
  const { sections } = page.words.codes.session;
  const { utmCampaign, utmSource, utmMedium, utmTerm, utmContent } = session;
  const given = Object.entries({ utmCampaign, utmSource, utmMedium, utmTerm, utmContent });
  const facts = given.flatMap(([name, value]) => (value ? [[nameOf(name), value] as const] : []));
  return facts.length > 0 && [<h2>{sections.origin}</h2>, factsOf(facts)];
}

/** Writes a name as in addresses: `utm_source`. */
const nameOf = (name: string) => name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

/** Shows the transitions that the session accepts and the role allows, or the reason why there are none. */
function actionsOf(page: Page, session: ShownSession) {
  const { nothing, notBegun, transitions } = page.words.codes.session;
  const hindrance = hindranceOf(session);
  if (hindrance) return <p>{nothing[hindrance]}</p>;
  const names = acceptedBy(session).filter((name) => page.may(transitionForms[name].scope));
  const { startDate, locations } = session.coupon;
  const where = { data: { locations }, without: locations.length > 0 ? [] : ['location'] };
  return [
    !hasBegun(session) && <p class="hint">{notBegun(page.moment(startDate))}</p>,
    names.length === 0 && <p class="hint">{nothing.role}</p>,
    names.includes('validate') && formOf(page, 'validate', where),
    <div class="actions">{names.filter(isOneButton).map((name) => buttonOf(page, name))}</div>,
    names.includes('hold') &&
      foldedFormOf(page, 'hold', { summary: transitions.hold, values: { seconds: 60 }, ...where }),
  ];
}

const isOneButton = (name: TransitionName) => name !== 'validate' && name !== 'hold';

function buttonOf(page: Page, name: TransitionName) {
  return formOf(page, name, { quiet: true, dangerous: name === 'void' });
}
