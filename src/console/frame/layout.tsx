import type { Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Scope } from '../../api/scope.ts';
import { type Language, languages, ownName } from '../../words/languages.ts';
import { consoleAssets } from './assets.ts';
import type { Page } from './page.ts';
import type { Area } from './screen-shape.ts';

interface Entry {
  area: Area;
  path: string;
  scope: Scope;
}

const navigation: readonly { group: 'campaigns' | 'people' | 'developers' | null; entries: readonly Entry[] }[] = [
  { group: null, entries: [{ area: 'home', path: '', scope: 'READ' }] },
  {
    group: 'campaigns',
    entries: [
      { area: 'campaigns', path: '/campaigns', scope: 'READ' },
      { area: 'find', path: '/find', scope: 'READ' },
      { area: 'loyalty', path: '/loyalty', scope: 'READ' },
      { area: 'directories', path: '/directories', scope: 'READ' },
    ],
  },
  {
    group: 'people',
    entries: [
      { area: 'contacts', path: '/contacts', scope: 'READ' },
      { area: 'sending', path: '/sending', scope: 'READ' },
    ],
  },
  {
    group: 'developers',
    entries: [
      { area: 'webhooks', path: '/webhooks', scope: 'ADMIN' },
      { area: 'events', path: '/events', scope: 'READ' },
      { area: 'keys', path: '/keys', scope: 'ADMIN' },
      { area: 'requests', path: '/requests', scope: 'ADMIN' },
      { area: 'audit', path: '/audit', scope: 'ADMIN' },
    ],
  },
  { group: null, entries: [{ area: 'settings', path: '/settings', scope: 'READ' }] },
];

export async function sendScreen(
  response: Response,
  page: Page,
  { title, status = 200, content }: { title: string; status?: number; content: ComponentChildren },
): Promise<void> {
  const assets = await consoleAssets();
  const scripts = scriptsOf(page.screen).flatMap((name) => assets.get(name)?.path ?? []);
  const head = (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · ${page.viewer.account.name}`}</title>
      <link rel="stylesheet" href={assets.get('console.css')?.path} />
      <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
      {scripts.map((src) => (
        <script type="module" src={src} />
      ))}
    </head>
  );
  const body = (
    <body class="console" data-palette={JSON.stringify(page.words.frame.palette)}>
      <a class="skip" href="#content">
        {page.words.frame.skip}
      </a>
      {bar(page)}
      <div class="columns">
        {menu(page)}
        <main id="content">
          {noticeOf(page)}
          {errorOf(page)}
          {content}
        </main>
      </div>
    </body>
  );
  const text = renderToString(
    <html lang={page.language}>
      {head}
      {body}
    </html>,
  );
  response.status(status).type('html').send(`<!doctype html>${text}`);
}

export function scriptsOf({ islands = [] }: Pick<Page['screen'], 'islands'>): string[] {
  return ['palette', 'everywhere', ...islands];
}

function noticeOf({ notice }: Page) {
  return (
    notice && (
      <p class="note good" role="status">
        {notice}
      </p>
    )
  );
}

/** Explains a refusal whose form is no longer on the page because the object has changed. */
function errorOf({ attempt }: Page) {
  if (!attempt || attempt.isShown || attempt.call || attempt.question) return null;
  const reasons = [attempt.message ?? '', ...[...attempt.problems.values()].flat()].filter(Boolean);
  return (
    reasons.length > 0 && (
      <p class="note bad" role="alert">
        {reasons.join(' ')}
      </p>
    )
  );
}

function bar(page: Page) {
  const { words, viewer } = page;
  const { findCode, signOut, signedInAs, search } = words.frame;
  return (
    <header class="bar">
      <a class="mark" href={page.to('')}>
        <img src="/site/icon.svg" alt="" width={28} height={28} />
        <span>{viewer.account.name}</span>
      </a>
      <form method="get" action={page.to('/find')} class="find" role="search" aria-label={findCode}>
        <input type="search" name="code" aria-label={findCode} placeholder={findCode} maxlength={300} />
        <button class="button quiet" type="submit">
          {search}
        </button>
      </form>
      <div class="who">
        <a href={page.to('/settings/me')} title={signedInAs(viewer.keyName)}>
          {viewer.keyName}
        </a>
        {languages.filter((language) => language !== page.language).map((language) => languageForm(page, language))}
        {postButton(page.to('/sign-out'), signOut)}
      </div>
    </header>
  );
}

function languageForm(page: Page, language: Language) {
  return postButton(page.to('/language'), ownName(language), { language, to: page.href() }, language);
}

function postButton(action: string, name: string, values: Record<string, string> = {}, lang?: string) {
  return (
    <form method="post" action={action}>
      {Object.entries(values).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      <button class="button plain" type="submit" {...(lang && { lang })}>
        {name}
      </button>
    </form>
  );
}

function menu(page: Page) {
  const { words } = page;
  const groups = navigation.map(({ group, entries }) => {
    const allowed = entries.filter(({ scope }) => page.may(scope));
    return (
      allowed.length > 0 && (
        <li>
          {group && <span class="menu-group">{words.frame.groups[group]}</span>}
          <ul>
            {allowed.map((entry) => (
              <li>{linkOf(page, entry)}</li>
            ))}
          </ul>
        </li>
      )
    );
  });
  return (
    <details class="menu">
      <summary>{words.frame.menu}</summary>
      <nav aria-label={words.frame.navigation}>
        <ul>{groups}</ul>
      </nav>
    </details>
  );
}

function linkOf(page: Page, { area, path }: Entry) {
  const isCurrent = page.screen.area === area;
  return (
    <a href={page.to(path)} class={`area ${area}`} {...(isCurrent && { 'aria-current': 'page' })}>
      {page.words.frame.areas[area]}
    </a>
  );
}
