import { type ComponentChild, h } from 'preact';
import { closedReason, type Showcase, type ShownCampaign } from '../../../directories/campaign/showcase.ts';
import { hasPaidAccess } from '../../../directories/user/paid-access.ts';
import type { DirectoryUser } from '../../../directories/user/user.ts';
import { firstFilled, titleOf } from '../../../kernel/values/blank.ts';
import { endOfTime, now } from '../../../kernel/values/instant.ts';
import { directoryPath, loyaltyCardPath } from '../../../kernel/values/links.ts';
import { field } from './form-field.ts';
import type { SitePage } from './site.ts';
import { formatDay, formatMoment, formatMoney } from './wording.ts';

export interface View extends Showcase {
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
  const { directory, user, status } = view;
  const name = titleOf(directory);
  return {
    title: name,
    ...(status && { status }),
    home: { name: directory.name, href: pathOf(view) },
    who: user ? signedIn(view, user) : h('p', { class: 'who' }, h('a', { href: '#sign-in' }, 'Sign in')),
    main: [hero(view, name), h('div', { class: 'width' }, notices(view), user?.blockedAt ? null : content(view))],
    foot: `${directory.name}. All times are in the time zone ${directory.timezone.replaceAll('_', ' ')}.`,
  };
}

function pathOf({ directory }: View): string {
  return directoryPath(directory.code);
}

function signedIn(view: View, user: DirectoryUser): ComponentChild {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  return h(
    'div',
    { class: 'who' },
    h('span', null, `Signed in as ${name}`),
    h(
      'form',
      { method: 'post', action: `${pathOf(view)}/sign-out` },
      hidden('form', view.formToken),
      h('button', { class: 'button quiet', type: 'submit' }, 'Sign out'),
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
      directory.description && h('p', { class: 'lead' }, directory.description),
      filled.length > 0 &&
        h(
          'nav',
          { 'aria-label': 'Categories' },
          h(
            'ul',
            { class: 'places' },
            filled.map((category) => h('li', null, h('a', { href: `#${category.id}` }, category.name))),
          ),
        ),
    ),
  );
}

function notices({ notice, user, directory }: View): ComponentChild | null {
  if (user?.blockedAt)
    return h(
      'div',
      { class: 'note bad', role: 'alert' },
      blockNotice(user).map((line) => h('p', null, line)),
    );
  if (notice) return h('div', { class: 'note bad', role: 'alert' }, h('p', null, notice));
  if (user && hasPaidAccess(user, now()) && user.paidAccessUntil) {
    const end = user.paidAccessUntil;
    const until = end === endOfTime ? '' : ` until ${formatMoment(end, directory.timezone)}`;
    return h('div', { class: 'note good' }, h('p', null, `You have access to all paid content${until}.`));
  }
  return null;
}

/** Returns the text for a blocked member. */
export function blockNotice(user: DirectoryUser): string[] {
  return [
    'Your access to this directory is blocked.',
    ...(user.blockReason ? [`Reason: ${user.blockReason}`] : []),
    'If you think this is a mistake, please contact the operator of this directory.',
  ];
}

function content(view: View): (ComponentChild | null)[] {
  const loose = campaignsIn(view, null);
  const nothing = view.campaigns.length === 0;
  const form = view.user ? null : signInForm(view);
  const refused = view.email !== undefined;
  return [
    refused ? form : null,
    ...view.categories.map((category) => section(view, category.id, category.name, campaignsIn(view, category.id))),
    section(view, 'more', view.categories.length > 0 ? 'More' : 'Campaigns', loose),
    nothing ? h('p', null, 'There are no campaigns yet. Please come back later.') : null,
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
  const { directory } = view;
  return h(
    'li',
    { class: 'card' },
    picture(view, campaign),
    h(
      'div',
      { class: 'card-text' },
      campaign.paidSince && h('p', { class: 'badge' }, 'Paid content'),
      campaign.type === 'LOYALTY_CARD' && h('p', { class: 'badge' }, 'Loyalty card'),
      h('h3', null, titleOf(campaign)),
      campaign.description && h('p', { class: 'about' }, campaign.description),
      campaign.value !== null && h('p', { class: 'worth' }, `Worth ${formatMoney(campaign.value, campaign.currency)}`),
    ),
    h(
      'div',
      { class: 'end' },
      h('p', { class: 'facts' }, expiry(campaign, directory.timezone)),
      action(view, campaign),
    ),
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

function expiry({ type, expiresAt, expiryDays }: ShownCampaign, timezone: string): string {
  if (type === 'LOYALTY_CARD') return 'Collect and earn rewards';
  if (expiresAt) return `${expiresAt <= now() ? 'Expired on' : 'Valid until'} ${formatDay(expiresAt, timezone)}`;
  if (expiryDays) return expiryDays === 1 ? 'Valid for one formatDay' : `Valid for ${expiryDays} days`;
  return 'Does not expire';
}

function action(view: View, campaign: ShownCampaign): ComponentChild {
  const closed = closedReason(campaign);
  if (closed === 'EXPIRED') return h('p', { class: 'closed' }, 'Expired');
  if (closed === 'LOCKED') return h('p', { class: 'closed' }, 'Not available at the moment');
  if (closed === 'NOT_STARTED' && campaign.startsAt)
    return h('p', { class: 'closed' }, `Starts on ${formatDay(campaign.startsAt, view.directory.timezone)}`);
  if (campaign.paidSince && !(view.user && hasPaidAccess(view.user, now())))
    return h('p', { class: 'closed' }, 'Only for members with paid access');
  const label = titleOf(campaign);
  if (campaign.type === 'LOYALTY_CARD')
    return h(
      'a',
      { class: 'button quiet', href: loyaltyCardPath(campaign.code), 'aria-label': `View ${label}` },
      'View',
    );
  if (!view.user)
    return h(
      'a',
      { class: 'button quiet', href: '#sign-in', 'aria-label': `Sign in to open ${label}` },
      'Sign in to open',
    );
  return h(
    'form',
    { method: 'post', action: `${pathOf(view)}/open` },
    hidden('form', view.formToken),
    hidden('campaign', campaign.id),
    h('button', { class: 'button', type: 'submit', 'aria-label': `Open ${label}` }, 'Open'),
  );
}

function signInForm(view: View): ComponentChild {
  return h(
    'section',
    { class: 'sign-in', id: 'sign-in', 'aria-labelledby': 'sign-in-name' },
    h('h2', { id: 'sign-in-name' }, 'Sign in'),
    h('p', { class: 'hint' }, 'Members sign in with their email address and password to open campaigns.'),
    h(
      'form',
      { method: 'post', action: `${pathOf(view)}/sign-in` },
      hidden('form', view.formToken),
      field('Email address', 'email', { type: 'email', autocomplete: 'username', value: view.email ?? '' }),
      field('Password', 'password', { type: 'password', autocomplete: 'current-password' }),
      h('button', { class: 'button', type: 'submit' }, 'Sign in'),
    ),
  );
}

function hidden(name: string, value: string): ComponentChild {
  return h('input', { type: 'hidden', name, value });
}
