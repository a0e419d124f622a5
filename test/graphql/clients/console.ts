import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCoupon, makeSession } from '../../support/make.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';

/** The requests of a client library, by the names of their operations. */
export interface Requests {
  names: string[];
  fetch: typeof fetch;
}

/** Returns a `fetch` that records the operations which it sends. */
export function recordRequests(): Requests {
  const names: string[] = [];
  return {
    names,
    fetch: (url, init) => {
      const { operationName, query } = JSON.parse(String(init?.body));
      names.push(operationName ?? /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '');
      return fetch(url, init);
    },
  };
}

/** What a console shows: three sessions of a coupon, and a person with two loyalty cards. */
export interface Shown {
  client: Client;
  coupon: string;
  /** The codes of the sessions, newest first. */
  sessions: string[];
  cards: string[];
  person: string;
}

export async function showConsole(app: App): Promise<Shown> {
  const client = await app.client();
  const coupon = await makeCoupon(app.database, client.owner);
  const sessions: string[] = [];
  for (const firstName of ['Ada', 'Ben', 'Cleo'])
    sessions.unshift((await makeSession(app.database, client.owner, { coupon, firstName })).session);
  const [one, other] = [await makeCard(app.database, client.owner), await makeCard(app.database, client.owner)];
  const { id: person } = await makeUser(app.database, client.owner, { card: one });
  await client.graphql('mutation ($i: LinkLoyaltyUserInput!) { linkLoyaltyUser(input: $i) { id } }', {
    i: { card: other.id, user: person },
  });
  return { client, coupon: coupon.id, sessions, cards: [one.id, other.id], person };
}
