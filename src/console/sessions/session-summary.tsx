import type { ComponentChildren } from 'preact';
import { fullName, titleOf } from '../../kernel/values/blank.ts';
import { barcodePath } from '../../vocabulary/links.ts';
import type { Page } from '../frame/page.ts';
import { copyableOf } from '../parts/copyable.tsx';
import { momentOf } from '../parts/pieces.tsx';
import { factsOf } from '../parts/table.tsx';
import type { ShownSession } from './session-document.ts';
import { isHeld } from './session-state.ts';

/** Includes the barcode that the customer shows. */
export function codesOf(page: Page, session: ShownSession): ComponentChildren {
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

export function customerOf(page: Page, session: ShownSession): ComponentChildren {
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

export function timesOf(page: Page, session: ShownSession): ComponentChildren {
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
export function originOf(page: Page, session: ShownSession): ComponentChildren {
  const { sections } = page.words.codes.session;
  const { utmCampaign, utmSource, utmMedium, utmTerm, utmContent } = session;
  const given = Object.entries({ utmCampaign, utmSource, utmMedium, utmTerm, utmContent });
  const facts = given.flatMap(([name, value]) => (value ? [[nameOf(name), value] as const] : []));
  return facts.length > 0 && [<h2>{sections.origin}</h2>, factsOf(facts)];
}

/** Writes a name as in addresses: `utm_source`. */
const nameOf = (name: string) => name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
