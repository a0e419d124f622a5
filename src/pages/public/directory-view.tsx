import type { ComponentChild } from 'preact';
import { closedReason, type Showcase, type ShownCampaign } from '../../directories/campaign/showcase.ts';
import { hasPaidAccess } from '../../directories/user/paid-access.ts';
import type { DirectoryUser } from '../../directories/user/user.ts';
import { firstFilled, fullName, isBlank, titleOf } from '../../kernel/values/blank.ts';
import { endOfTime, type Instant, now } from '../../kernel/values/instant.ts';
import { directoryPath, loyaltyCardPath } from '../../vocabulary/links.ts';
import { dictionaries, type Language } from '../../words/languages.ts';
import { field } from './form-field.tsx';
import type { SitePage } from './site.tsx';
import { formatDay, formatMoment, formatMoney } from './wording.ts';

export interface View extends Showcase {
  language: Language;
  /** The member. Null for a visitor. */
  user: DirectoryUser | null;
  formToken: string;
  /** A notice, which appears at the top. */
  notice?: string;
  status?: number;
  email?: string;
}

export function directoryPage(view: View): SitePage {
  const { directory, user, status, language } = view;
  const words = wordsOf(view);
  const name = titleOf(directory);
  return {
    title: name,
    language,
    ...(status && { status }),
    home: { name: directory.name, href: pathOf(view) },
    who: user ? (
      signedIn(view, user)
    ) : (
      <p class="who">
        <a href="#sign-in">{words.signIn}</a>
      </p>
    ),
    main: [
      hero(view, name),
      <div class="width">
        {notices(view)}
        {user?.blockedAt ? null : content(view)}
      </div>,
    ],
    foot: words.zone(directory.name, directory.timezone.replaceAll('_', ' ')),
  };
}

function wordsOf({ language }: View) {
  return dictionaries[language].directoryPage;
}

function pathOf({ directory }: View): string {
  return directoryPath(directory.code);
}

function signedIn(view: View, user: DirectoryUser) {
  const name = firstFilled(fullName(user), user.email);
  const words = wordsOf(view);
  return (
    <div class="who">
      <span>{words.signedInAs(name)}</span>
      <form method="post" action={`${pathOf(view)}/sign-out`}>
        {hidden('form', view.formToken)}
        <button class="button quiet" type="submit">
          {words.signOut}
        </button>
      </form>
    </div>
  );
}

function hero(view: View, name: string) {
  const { directory, user } = view;
  const filled = user?.blockedAt ? [] : view.categories.filter(({ id }) => campaignsIn(view, id).length > 0);
  return (
    <div class="hero">
      <div class="width">
        <h1>{name}</h1>
        {!isBlank(directory.description) && <p class="lead">{directory.description}</p>}
        {filled.length > 0 && (
          <nav aria-label={wordsOf(view).categories}>
            <ul class="places">
              {filled.map((category) => (
                <li>
                  <a href={`#${category.id}`}>{category.name}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </div>
  );
}

function notices(view: View): ComponentChild | null {
  const { notice, user, directory, language } = view;
  if (user?.blockedAt)
    return (
      <div class="note bad" role="alert">
        {blockNotice(user, language).map((line) => (
          <p>{line}</p>
        ))}
      </div>
    );
  if (notice)
    return (
      <div class="note bad" role="alert">
        <p>{notice}</p>
      </div>
    );
  if (user && hasPaidAccess(user, now()) && user.paidAccessUntil) {
    const end = user.paidAccessUntil;
    const until = end === endOfTime ? null : formatMoment(end, directory.timezone, language);
    return (
      <div class="note good">
        <p>{wordsOf(view).paidUntil(until)}</p>
      </div>
    );
  }
  return null;
}

export function blockNotice(user: DirectoryUser, language: Language): string[] {
  const { blocked, reason, mistake } = dictionaries[language].directoryPage;
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
    nothing ? <p>{words.none}</p> : null,
    refused ? null : form,
  ];
}

function campaignsIn({ campaigns, categories }: View, categoryId: string | null): ShownCampaign[] {
  const known = (id: string | null) => categories.some((category) => category.id === id);
  return campaigns.filter((campaign) => (known(campaign.categoryId) ? campaign.categoryId : null) === categoryId);
}

function section(view: View, id: string, name: string, campaigns: ShownCampaign[]): ComponentChild | null {
  if (campaigns.length === 0) return null;
  return (
    <section class="category" id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>{name}</h2>
      <ul class="cards">{campaigns.map((campaign) => card(view, campaign))}</ul>
    </section>
  );
}

function card(view: View, campaign: ShownCampaign) {
  const words = wordsOf(view);
  const worth = formatMoney(campaign.value, campaign.currency, view.language);
  return (
    <li class="card">
      {picture(view, campaign)}
      <div class="card-text">
        {campaign.paidSince && <p class="badge">{words.paid}</p>}
        {campaign.type === 'LOYALTY_CARD' && <p class="badge">{words.card}</p>}
        <h3>{titleOf(campaign)}</h3>
        {!isBlank(campaign.description) && <p class="about">{campaign.description}</p>}
        {worth !== null && <p class="worth">{words.worth(worth)}</p>}
      </div>
      <div class="end">
        <p class="facts">{expiry(view, campaign)}</p>
        {action(view, campaign)}
      </div>
    </li>
  );
}

function picture({ categories }: View, { imageUrl, categoryId, title, name }: ShownCampaign) {
  if (imageUrl) {
    return <img class="picture" src={imageUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />;
  }
  const hue = (categories.findIndex(({ id }) => id === categoryId) + 6) % 6;
  const [letter = '?'] = firstFilled(title, name).trim().toUpperCase();
  return (
    <div class={`picture letter hue${hue}`} aria-hidden="true">
      {letter}
    </div>
  );
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

function action(view: View, campaign: ShownCampaign) {
  const words = wordsOf(view);
  const closed = closedReason(campaign);
  if (closed === 'EXPIRED') return <p class="closed">{words.expired}</p>;
  if (closed === 'LOCKED') return <p class="closed">{words.locked}</p>;
  if (closed === 'NOT_STARTED' && campaign.startsAt)
    return <p class="closed">{words.startsOn(dayOf(view, campaign.startsAt))}</p>;
  if (campaign.paidSince && !(view.user && hasPaidAccess(view.user, now())))
    return <p class="closed">{words.paidOnly}</p>;
  const label = titleOf(campaign);
  if (campaign.type === 'LOYALTY_CARD')
    return (
      <a class="button quiet" href={loyaltyCardPath(campaign.code)} aria-label={words.viewOf(label)}>
        {words.view}
      </a>
    );
  if (!view.user)
    return (
      <a class="button quiet" href="#sign-in" aria-label={words.signInToOpenOf(label)}>
        {words.signInToOpen}
      </a>
    );
  return (
    <form method="post" action={`${pathOf(view)}/open`}>
      {hidden('form', view.formToken)}
      {hidden('campaign', campaign.id)}
      <button class="button" type="submit" aria-label={words.openOf(label)}>
        {words.open}
      </button>
    </form>
  );
}

function signInForm(view: View) {
  const words = wordsOf(view);
  return (
    <section class="sign-in" id="sign-in" aria-labelledby="sign-in-name">
      <h2 id="sign-in-name">{words.signIn}</h2>
      <p class="hint">{words.signInHint}</p>
      <form method="post" action={`${pathOf(view)}/sign-in`}>
        {hidden('form', view.formToken)}
        {field(words.email, 'email', { type: 'email', autocomplete: 'username', value: view.email ?? '' })}
        {field(words.password, 'password', { type: 'password', autocomplete: 'current-password' })}
        <button class="button" type="submit">
          {words.signIn}
        </button>
      </form>
    </section>
  );
}

function hidden(name: string, value: string) {
  return <input type="hidden" name={name} value={value} />;
}
