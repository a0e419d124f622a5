import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler, Response } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { dictionaries, type Language } from '../../words/languages.ts';

const style = [
  './theme.css',
  './site.css',
  '../offer/offer.css',
  '../personal/session-page.css',
  '../landing/landing.css',
]
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');

/** The name contains a hash of the content, so browsers may cache the file forever. */
export const stylePath = `/site/${createHash('sha256').update(style).digest('hex').slice(0, 16)}.css`;

/**
 * The policy: pages contain no inline scripts or styles, and only some have a script. Accounts host images on their own
 * servers.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

export function policyWith(...more: string[]): string {
  return [...policy, ...more].join('; ');
}

const twoYears = 63_072_000;

/** Protects pages for customers. They are personal, so nobody may cache them. */
export function protect(publicUrl: string): RequestHandler {
  const headers = {
    'Content-Security-Policy': policyWith(),
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${twoYears}` }),
  };
  return (_, response, next) => {
    response.set(headers);
    next();
  };
}

export const hideFromSearch: RequestHandler = (_, response, next) => {
  response.set('X-Robots-Tag', 'noindex');
  next();
};

export const sendStyle: RequestHandler = (_, response) => {
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable' }).type('css').send(style);
};

export interface SitePage {
  title: string;
  /** The language. Default: English. */
  language?: Language;
  status?: number;
  /** Further elements of the head, such as style sheets. */
  head?: ComponentChildren;
  /** The content on the right side of the header. */
  who?: ComponentChildren;
  /** The label and target of the link in the header. Without it, there is no header. */
  home?: { name: string; href: string };
  /** A header that replaces the one with the link. */
  header?: ComponentChildren;
  main: ComponentChildren;
  foot?: ComponentChildren;
}

export function sendPage(response: Response, page: SitePage): void {
  response
    .status(page.status ?? 200)
    .type('html')
    .send(htmlOf(page));
}

/** Returns a page as text, for a response or for a frame within another page. */
export function htmlOf(page: SitePage): string {
  return `<!doctype html>${renderToString(document(page))}`;
}

export function sendMessage(
  response: Response,
  kind: { status: number; language: Language },
  title: string,
  ...lines: string[]
): void {
  const main = (
    <div class="width plain">
      <h1>{title}</h1>
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );
  sendPage(response, { title, ...kind, main });
}

function document({ title, language = 'en', head, who, home, header, main, foot }: SitePage) {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylePath} />
        <link rel="icon" href="/site/icon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>
        <a class="skip" href="#content">
          {dictionaries[language].frame.skip}
        </a>
        {header}
        {home && (
          <header class="top">
            <div class="width">
              <a class="mark" href={home.href}>
                <img src="/site/icon.svg" alt="" width={32} height={32} />
                {home.name}
              </a>
              {who}
            </div>
          </header>
        )}
        <main id="content">{main}</main>
        {foot && (
          <footer class="bottom">
            <div class="width">{foot}</div>
          </footer>
        )}
      </body>
    </html>
  );
}

/** The icon of a page: a map pin. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14507a"/><path d="M16 6a7 7 0 0 0-7 7c0 5.2 7 13 7 13s7-7.8 7-13a7 7 0 0 0-7-7Zm0 9.6a2.6 2.6 0 1 1 0-5.2 2.6 2.6 0 0 1 0 5.2Z" fill="#fff"/></svg>';

export const sendIcon: RequestHandler = (_, response) => {
  response.set({ 'Cache-Control': 'public, max-age=86400' }).type('image/svg+xml').send(icon);
};
