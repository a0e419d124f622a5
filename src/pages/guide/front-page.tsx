import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { consolePath } from '../../vocabulary/links.ts';
import { dictionaries, type Language } from '../../words/languages.ts';

const style = ['../public/theme.css', './front.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');

export const stylePath = `/front/${createHash('sha256').update(style).digest('hex').slice(0, 16)}.css`;

export const sendFrontStyle: RequestHandler = (_, response) => {
  response.set({ 'Cache-Control': 'public, max-age=31536000, immutable' }).type('css').send(style);
};

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Sets the headers. With no-referrer, browsers would hide the origin of the form on the home page, which the service
 * checks.
 */
export const frontHeaders: RequestHandler = (_, response, next) => {
  response.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'private, no-cache',
    'Referrer-Policy': 'same-origin',
  });
  next();
};

/** A page for visitors of the service itself, without scripts. */
export function frontPage({ title, language }: { title: string; language: Language }, body: ComponentChildren): string {
  const { front, frame } = dictionaries[language];
  const html = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <link rel="icon" href="/site/icon.svg" />
        <link rel="stylesheet" href={stylePath} />
      </head>
      <body>
        <a class="skip" href="#main">
          {frame.skip}
        </a>
        <header>
          <a class="name" href="/">
            {front.service}
          </a>
          <nav aria-label={front.navigation}>
            <a href={consolePath}>{front.places.console}</a>
            <a href="/guide">{front.places.guides}</a>
            <a href="/graphql">{front.places.graphiql}</a>
            <a href="/docs">{front.places.rest}</a>
          </nav>
        </header>
        {body}
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(html)}`;
}
