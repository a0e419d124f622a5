import { Router } from 'express';
import { pageLanguage } from '../http/browser/page-language.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { consolePath } from '../vocabulary/links.ts';
import { dictionaries, type Words } from '../words/languages.ts';
import { frontHeaders, frontPage } from './guide/front-page.tsx';
import { protect } from './public/site.tsx';

export const demoPath = '/demo';

/**
 * Serves the home page. A demo signs in the owner, who has every permission, with one click. So the button appears only
 * on this machine.
 */
export function homePage(publicUrl: string, { isDemo }: { isDemo: boolean }): Router {
  const router = Router();
  router.get('/', protect(publicUrl), frontHeaders, (request, response) => {
    const language = pageLanguage(request);
    const words = dictionaries[language];
    const body = home(isDemo && isFromThisMachine(request), words);
    response.type('html').send(frontPage({ title: words.front.service, language }, body));
  });
  return router;
}

function home(isDemo: boolean, { front }: Words) {
  const { references, guideList } = front;
  return (
    <main id="main" class="home">
      <h1>{front.title}</h1>
      <p>{front.lead}</p>
      {isDemo ? (
        <form class="enter" method="post" action={demoPath}>
          <button class="button">{front.demo}</button>
          <span>{front.demoHint}</span>
        </form>
      ) : (
        <div class="enter">
          <a class="button" href={consolePath}>
            {front.console}
          </a>
        </div>
      )}
      <h2>{front.developers}</h2>
      <ul class="cards">
        {place('/graphql', references.graphiql)}
        {place('/docs', references.rest)}
        {place('/openapi.json', references.openapi)}
        {place('/outbox', references.outbox)}
        {place('/readyz', references.readiness)}
      </ul>
      <h2>{front.guides}</h2>
      <ul class="cards">
        {place('/guide/console', guideList.console)}
        {place('/guide/migrating', guideList.migrating)}
        {place('/guide/webhooks', guideList.webhooks)}
        {place('/guide/sending', guideList.sending)}
        {place('/guide/operating', guideList.operating)}
        {place('/guide', guideList.all)}
      </ul>
    </main>
  );
}

function place(href: string, [name, about]: readonly [name: string, about: string]) {
  return (
    <li>
      <a href={href}>{name}</a>
      <p>{about}</p>
    </li>
  );
}
