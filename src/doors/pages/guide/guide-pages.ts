import { readFile } from 'node:fs/promises';
import { type RequestHandler, type Response, Router } from 'express';
import { type ComponentChildren, h } from 'preact';
import { protect } from '../public/site.ts';
import { frontHeaders, frontPage, sendFrontStyle, stylePath } from './front-page.ts';
import { type Chapter, chapterPath, chapters, fileOf, guidePath, parts, pictureDirectory } from './guide-chapters.ts';
import { type GuideText, renderGuide } from './guide-text.ts';

/** Returns the guides: the files of `docs` as pages, rendered when they are first asked for. */
export function guidePages(publicUrl: string): Router {
  const router = Router();
  router.get(stylePath, sendFrontStyle);
  router.use(guidePath, protect(publicUrl), frontHeaders);
  router.get(guidePath, (_, response) => send(response, 'Guides', contents()));
  router.get(`${guidePath}/pictures/:name`, (request, response, next) => {
    response.sendFile(request.params.name, { root: pictureDirectory, maxAge: '1 hour' }, (error) => {
      if (error && !response.headersSent) next();
    });
  });
  router.get(`${guidePath}/*name`, showChapter);
  return router;
}

const rendered = new Map<string, Promise<GuideText>>();

const showChapter: RequestHandler<{ name: string | string[] }> = async (request, response, next) => {
  const chapter = chapters.get([request.params.name].flat().join('/'));
  if (!chapter) return next();
  const text = await (rendered.get(chapter.name) ?? render(chapter));
  if (!text) return next();
  send(response, chapter.title, page(text), chapter);
};

/** An installation may lack the file: then there is no page, and it is looked for again. */
async function render(chapter: Chapter): Promise<GuideText | null> {
  const markdown = await readFile(fileOf(chapter), 'utf8').catch(() => null);
  if (markdown === null) return null;
  const rendering = renderGuide(markdown, chapter);
  rendered.set(chapter.name, rendering);
  return rendering;
}

function send(response: Response, title: string, main: ComponentChildren, current?: Chapter): void {
  const body = h('div', { class: 'guide' }, navigation(current), h('main', { id: 'main' }, main));
  response.type('html').send(frontPage(`${title} · Campaign service`, body));
}

function navigation(current?: Chapter) {
  return h(
    'nav',
    { 'aria-label': 'Guides', class: 'chapters' },
    h('a', { href: guidePath, 'aria-current': current ? undefined : 'page' }, 'All guides'),
    parts.map(({ title, chapters }) => [
      h('h2', null, title),
      h(
        'ul',
        null,
        chapters.map((chapter) =>
          h(
            'li',
            null,
            h(
              'a',
              { href: chapterPath(chapter), 'aria-current': chapter === current ? 'page' : undefined },
              chapter.title,
            ),
          ),
        ),
      ),
    ]),
  );
}

function contents() {
  return [h('h1', null, 'Guides'), parts.map(({ title, chapters }) => [h('h2', null, title), cards(chapters)])];
}

function cards(chapters: readonly Chapter[]) {
  return h(
    'ul',
    { class: 'cards' },
    chapters.map((chapter) =>
      h('li', null, h('a', { href: chapterPath(chapter) }, chapter.title), h('p', null, chapter.about)),
    ),
  );
}

/** The text is that of the repository, without HTML of its own. */
function page({ html, sections }: GuideText) {
  const links = sections.map(({ id, title }) => h('li', null, h('a', { href: `#${id}` }, title)));
  return [
    h('article', { class: 'text', dangerouslySetInnerHTML: { __html: html } }),
    sections.length > 2 &&
      h(
        'nav',
        { class: 'sections', 'aria-label': 'On this page' },
        h('h2', null, 'On this page'),
        h('ul', null, links),
      ),
  ];
}
