import { Router } from 'express';
import { isFromThisMachine } from '../http/this-machine.ts';
import { consolePath } from '../vocabulary/links.ts';
import { frontHeaders, frontPage } from './guide/front-page.tsx';
import { protect } from './public/site.tsx';

export const demoPath = '/demo';

/** A demo signs the owner, who has every permission, in with one click, but only for requests from this machine. */
export function homePage(publicUrl: string, { isDemo }: { isDemo: boolean }): Router {
  const router = Router();
  router.get('/', protect(publicUrl), frontHeaders, (request, response) => {
    response.type('html').send(frontPage('Campaign service', home(isDemo && isFromThisMachine(request))));
  });
  return router;
}

interface Place {
  name: string;
  href: string;
  about: string;
}

const references: Place[] = [
  { name: 'GraphiQL', href: '/graphql', about: 'Browse the GraphQL schema and run queries, with examples.' },
  { name: 'REST reference', href: '/docs', about: 'Read about the REST paths and send requests to them.' },
  { name: 'OpenAPI document', href: '/openapi.json', about: 'The REST paths in a format for programs.' },
  { name: 'Outbox', href: '/outbox', about: 'Messages that the service captured instead of sending.' },
  { name: 'Readiness', href: '/readyz', about: 'Whether the database is reachable, migrated and writable.' },
];

const guides: Place[] = [
  { name: 'The console', href: '/guide/console', about: 'Run campaigns in the browser.' },
  { name: 'Migrating', href: '/guide/migrating', about: 'For programs that call the /v3 and /v4 paths.' },
  { name: 'Webhooks', href: '/guide/webhooks', about: 'Receive events, and check who sent them.' },
  { name: 'Sending', href: '/guide/sending', about: 'Email and SMS, to one person or a group.' },
  { name: 'Operating', href: '/guide/operating', about: 'Databases, processes, upgrades, backups.' },
  { name: 'All guides', href: '/guide', about: 'Wallet passes, statistics, security and more.' },
];

function home(isDemo: boolean) {
  return (
    <main id="main" class="home">
      <h1>Campaigns that count exactly</h1>
      <p>
        Coupons and their redemption, loyalty cards, directories with members, contacts, sending by email and SMS,
        passes for wallets, and webhooks: in the console, through GraphQL, and through REST.
      </p>
      {isDemo ? (
        <form class="enter" method="post" action={demoPath}>
          <button class="button">Open the demo</button>
          <span>A year of a small chain of bakeries. You need no password on this machine.</span>
        </form>
      ) : (
        <div class="enter">
          <a class="button" href={consolePath}>
            Open the console
          </a>
        </div>
      )}
      <h2>For developers</h2>
      {list(references)}
      <h2>Guides</h2>
      {list(guides)}
    </main>
  );
}

function list(places: readonly Place[]) {
  return (
    <ul class="cards">
      {places.map(({ name, href, about }) => (
        <li>
          <a href={href}>{name}</a>
          <p>{about}</p>
        </li>
      ))}
    </ul>
  );
}
