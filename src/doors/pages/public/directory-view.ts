import { type ComponentChild, h } from 'preact';
import { closedReason, type Showcase, type ShownCampaign } from '../../../directories/campaign/showcase.ts';
import { hasPaidAccess } from '../../../directories/user/paid-access.ts';
import type { DirectoryUser } from '../../../directories/user/user.ts';
import { firstFilled, fullName, isBlank, titleOf } from '../../../kernel/values/blank.ts';
import { endOfTime, type Instant, now } from '../../../kernel/values/instant.ts';
import { directoryPath, loyaltyCardPath } from '../../../kernel/values/links.ts';
import type { PageLanguage } from '../offer/page-language.ts';
import { directoryWords } from './directory-words.ts';
import { field } from './form-field.ts';
import type { SitePage } from './site.ts';
import { formatDay, formatMoment, formatMoney } from './wording.ts';

export interface View extends Showcase {
  language: PageLanguage;
  /** The member who is signed in. */
  user: DirectoryUser | null;
  formToken: string;
  /** The reason why a request failed. It is shown first. */
  notice?: string;
  status?: number;
  /** The email address entered in the rejected form. */
  email?: string;
}

/** Returns the page of a directory as the member or visitor sees it. */
export function directoryPage(view: View): SitePage {
  const { directory, user, status, language } = view;
  const words = wordsOf(view);
  const name = titleOf(directory);
  return {
    title: name,
    language,
    ...(status && { status }),
    home: { name: directory.name, href: pathOf(view) },
    who: user ? signedIn(view, user) : h('p', { class: 'who' }, h('a', { href: '#sign-in' }, words.signIn)),
    main: [hero(view, name), h('div', { class: 'width' }, notices(view), user?.blockedAt ? null : content(view))],
    foot: words.zone(directory.name, directory.timezone.replaceAll('_', ' ')),
  };
}

function wordsOf({ language }: View) {
  return directoryWords[language];
}

function pathOf({ directory }: View): string {
  return directoryPath(directory.code);
}

function signedIn(view: View, user: DirectoryUser): ComponentChild {
  const name = firstFilled(fullName(user), user.email);
  const words = wordsOf(view);
  return h(
    'div',
    { class: 'who' },
    h('span', null, words.signedInAs(name)),
    h(
      'form',
      { method: 'post', action: `${pathOf(view)}/sign-out` },
      hidden('form', view.formToken),
      h('button', { class: 'button quiet', type: 'submit' }, words.signOut),
    ),
  );
}

function hero(view: View, name: string): ComponentChild {
  const { directory, user } = view;
  const filled = user?.blockedAt ? [] : view.categories.filter(({ id }) => campaignsIn(view, id).length > 0);
  return h(
    'div',
    { class: 'hero' },
    h(
      'div',
      { class: 'width' },
      h('h1', null, name),
      !isBlank(directory.description) && h('p', { class: 'lead' }, directory.description),
      filled.length > 0 &&
        h(
          'nav',
          { 'aria-label': wordsOf(view).categories },
          h(
            'ul',
            { class: 'places' },
            filled.map((category) => h('li', null, h('a', { href: `#${category.id}` }, category.name))),
          ),
        ),
    ),
  );
}

function notices(view: View): ComponentChild | null {
  const { notice, user, directory, language } = view;
  if (user?.blockedAt)
    return h(
      'div',
      { class: 'note bad', role: 'alert' },
      blockNotice(user, language).map((line) => h('p', null, line)),
    );
  if (notice) return h('div', { class: 'note bad', role: 'alert' }, h('p', null, notice));
  if (user && hasPaidAccess(user, now()) && user.paidAccessUntil) {
    const end = user.paidAccessUntil;
    const until = end === endOfTime ? null : formatMoment(end, directory.timezone, language);
    return h('div', { class: 'note good' }, h('p', null, wordsOf(view).paidUntil(until)));
  }
  return null;
}

/** Returns the text for a blocked member. */
export function blockNotice(user: DirectoryUser, language: PageLanguage): string[] {
  const { blocked, reason, mistake } = directoryWords[language];
  return [blocked, ...(user.blockReason ? [reason(user.blockReason)] : []), mistake];
}

function content(view: View): (ComponentChild | null)[] {
  const words = wordsOf(view);
  const loose = campaignsIn(view, null);
  const nothing = view.campaigns.length === 0;
  const form = view.user ? null : signInForm(view);
  const refused = view.email !== undefined;
  return [
    refused ? form : null,
    ...view.categories.map((category) => section(view, category.id, category.name, campaignsIn(view, category.id))),
    section(view, 'more', view.categories.length > 0 ? words.more : words.campaigns, loose),
    nothing ? h('p', null, words.none) : null,
    refused ? null : form,
  ];
}

function campaignsIn({ campaigns, categories }: View, categoryId: string | null): ShownCampaign[] {
  const known = (id: string | null) => categories.some((category) => category.id === id);
  return campaigns.filter((campaign) => (known(campaign.categoryId) ? campaign.categoryId : null) === categoryId);
}

function section(view: View, id: string, name: string, campaigns: ShownCampaign[]): ComponentChild | null {
  if (campaigns.length === 0) return null;
  return h(
    'section',
    { class: 'category', id, 'aria-labelledby': `${id}-name` },
    h('h2', { id: `${id}-name` }, name),
    h(
      'ul',
      { class: 'cards' },
      campaigns.map((campaign) => card(view, campaign)),
    ),
  );
}

function card(view: View, campaign: ShownCampaign): ComponentChild {
  const words = wordsOf(view);
  const worth = formatMoney(campaign.value, campaign.currency, view.language);
  return h(
    'li',
    { class: 'card' },
    picture(view, campaign),
    h(
      'div',
      { class: 'card-text' },
      campaign.paidSince && h('p', { class: 'badge' }, words.paid),
      campaign.type === 'LOYALTY_CARD' && h('p', { class: 'badge' }, words.card),
      h('h3', null, titleOf(campaign)),
      !isBlank(campaign.description) && h('p', { class: 'about' }, campaign.description),
      worth !== null && h('p', { class: 'worth' }, words.worth(worth)),
    ),
    h('div', { class: 'end' }, h('p', { class: 'facts' }, expiry(view, campaign)), action(view, campaign)),
  );
}

function picture({ categories }: View, { imageUrl, categoryId, title, name }: ShownCampaign): ComponentChild {
  if (imageUrl) {
    return h('img', { class: 'picture', src: imageUrl, alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' });
  }
  const hue = (categories.findIndex(({ id }) => id === categoryId) + 6) % 6;
  const [letter = '?'] = firstFilled(title, name).trim().toUpperCase();
  return h('div', { class: `picture letter hue${hue}`, 'aria-hidden': 'true' }, letter);
}

function expiry(view: View, { type, expiresAt, expiryDays }: ShownCampaign): string {
  const words = wordsOf(view);
  if (type === 'LOYALTY_CARD') return words.cardText;
  if (expiresAt) return (expiresAt <= now() ? words.expiredOn : words.validUntil)(dayOf(view, expiresAt));
  return expiryDays ? words.validFor(expiryDays) : words.endless;
}

function dayOf({ directory, language }: View, at: Instant): string {
  return formatDay(at, directory.timezone, language);
}

function action(view: View, campaign: ShownCampaign): ComponentChild {
  const words = wordsOf(view);
  const closed = closedReason(campaign);
  if (closed === 'EXPIRED') return h('p', { class: 'closed' }, words.expired);
  if (closed === 'LOCKED') return h('p', { class: 'closed' }, words.locked);
  if (closed === 'NOT_STARTED' && campaign.startsAt)
    return h('p', { class: 'closed' }, words.startsOn(dayOf(view, campaign.startsAt)));
  if (campaign.paidSince && !(view.user && hasPaidAccess(view.user, now())))
    return h('p', { class: 'closed' }, words.paidOnly);
  const label = titleOf(campaign);
  if (campaign.type === 'LOYALTY_CARD')
    return h(
      'a',
      { class: 'button quiet', href: loyaltyCardPath(campaign.code), 'aria-label': words.viewOf(label) },
      words.view,
    );
  if (!view.user)
    return h(
      'a',
      { class: 'button quiet', href: '#sign-in', 'aria-label': words.signInToOpenOf(label) },
      words.signInToOpen,
    );
  return h(
    'form',
    { method: 'post', action: `${pathOf(view)}/open` },
    hidden('form', view.formToken),
    hidden('campaign', campaign.id),
    h('button', { class: 'button', type: 'submit', 'aria-label': words.openOf(label) }, words.open),
  );
}

function signInForm(view: View): ComponentChild {
  const words = wordsOf(view);
  return h(
    'section',
    { class: 'sign-in', id: 'sign-in', 'aria-labelledby': 'sign-in-name' },
    h('h2', { id: 'sign-in-name' }, words.signIn),
    h('p', { class: 'hint' }, words.signInHint),
    h(
      'form',
      { method: 'post', action: `${pathOf(view)}/sign-in` },
      hidden('form', view.formToken),
      field(words.email, 'email', { type: 'email', autocomplete: 'username', value: view.email ?? '' }),
      field(words.password, 'password', { type: 'password', autocomplete: 'current-password' }),
      h('button', { class: 'button', type: 'submit' }, words.signIn),
    ),
  );
}

function hidden(name: string, value: string): ComponentChild {
  return h('input', { type: 'hidden', name, value });
}
