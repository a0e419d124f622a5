import { readFile } from 'node:fs/promises';
import { type RequestHandler, type Response, Router } from 'express';
import type { ComponentChildren } from 'preact';
import { protect } from '../public/site.tsx';
import { frontHeaders, frontPage, sendFrontStyle, stylePath } from './front-page.tsx';
import { type Chapter, chapterPath, chapters, fileOf, guidePath, parts, pictureDirectory } from './guide-chapters.ts';
import { type GuideText, renderGuide } from './guide-text.ts';

/** Serves the files of `docs` as pages. Each is rendered at its first request. */
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

/** Renders a chapter. If the installation lacks the file, there is no page, and each request looks for it again. */
async function render(chapter: Chapter): Promise<GuideText | null> {
  const markdown = await readFile(fileOf(chapter), 'utf8').catch(() => null);
  if (markdown === null) return null;
  const rendering = renderGuide(markdown, chapter);
  rendered.set(chapter.name, rendering);
  return rendering;
}

function send(response: Response, title: string, main: ComponentChildren, current?: Chapter): void {
  const body = (
    <div class="guide">
      {navigation(current)}
      <main id="main">{main}</main>
    </div>
  );
  response.type('html').send(frontPage({ title: `${title} · Campaign service`, language: 'en' }, body));
}

function navigation(current?: Chapter) {
  return (
    <nav aria-label="Guides" class="chapters">
      <a href={guidePath} aria-current={current ? undefined : 'page'}>
        All guides
      </a>
      {parts.map(({ title, chapters }) => [
        <h2>{title}</h2>,
        <ul>
          {chapters.map((chapter) => (
            <li>
              <a href={chapterPath(chapter)} aria-current={chapter === current ? 'page' : undefined}>
                {chapter.title}
              </a>
            </li>
          ))}
        </ul>,
      ])}
    </nav>
  );
}

function contents() {
  return [<h1>Guides</h1>, parts.map(({ title, chapters }) => [<h2>{title}</h2>, cards(chapters)])];
}

function cards(chapters: readonly Chapter[]) {
  return (
    <ul class="cards">
      {chapters.map((chapter) => (
        <li>
          <a href={chapterPath(chapter)}>{chapter.title}</a>
          <p>{chapter.about}</p>
        </li>
      ))}
    </ul>
  );
}

/** The text comes from the repository and contains no HTML. */
function page({ html, sections }: GuideText) {
  const links = sections.map(({ id, title }) => (
    <li>
      <a href={`#${id}`}>{title}</a>
    </li>
  ));
  return [
    <article class="text" dangerouslySetInnerHTML={{ __html: html }} />,
    sections.length > 2 && (
      <nav class="sections" aria-label="On this page">
        <h2>On this page</h2>
        <ul>{links}</ul>
      </nav>
    ),
  ];
}
