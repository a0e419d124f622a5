import type { App } from '../../support/app.ts';
import type { Client } from '../../support/client.ts';
import { makeCard, makeUser } from '../../support/make-loyalty.ts';
import { type Refusal, refusal, unknown } from './table.ts';

/** Makes a request that is valid except for the card or user that it names, for REST and GraphQL. */
type Naming<Name> = (name: Name) => readonly [fields: object, variables: object];

/** Ids that name no card. Malformed ids are not found where the documentation has no code for them. */
export async function withoutCard(
  { database, client }: App,
  { owner }: Client,
  naming: Naming<string>,
  code = 505,
  malformed = code,
) {
  const deleted = await makeCard(database, owner, { deletedAt: '2026-01-01 00:00:00.000' });
  const foreign = await makeCard(database, (await client()).owner);
  const refuse = (when: string, card: string, problem?: string): Refusal => {
    const [fields, variables] = naming(card);
    return refusal(
      `the loyalty card is ${when}`,
      [problem ? code : malformed],
      { ...fields },
      { ...variables },
      problem,
    );
  };
  return [
    refuse('malformed', 'loy_!'),
    refuse('named by an id of another kind', unknown.coupon, 'LOYALTY_CARD_NOT_FOUND'),
    refuse('too short', 'loy_nope', 'LOYALTY_CARD_NOT_FOUND'),
    refuse('unknown', unknown.card, 'LOYALTY_CARD_NOT_FOUND'),
    refuse('from another account', foreign.id, 'LOYALTY_CARD_NOT_FOUND'),
    refuse('deleted', deleted.id, 'LOYALTY_CARD_NOT_FOUND'),
  ];
}

/** Ids that name no user of the card. */
export async function withoutUser(
  app: App,
  client: Client,
  naming: Naming<{ card: string; user: string }>,
): Promise<Refusal[]> {
  const { id: user, cardId: card } = await makeUser(app.database, client.owner);
  const other = await makeUser(app.database, client.owner);
  const foreign = await makeUser(app.database, (await app.client()).owner);
  const refuse = (when: string, user: string, problem?: string): Refusal => {
    const [fields, variables] = naming({ card, user });
    return refusal(`the user is ${when}`, [516], { ...fields }, { ...variables }, problem);
  };
  return [
    ...(await withoutCard(app, client, (card) => naming({ card, user }))),
    refuse('malformed', 'usr_!'),
    refuse('unknown', unknown.user, 'LOYALTY_USER_NOT_FOUND'),
    refuse('from another card', other.id, 'LOYALTY_USER_NOT_FOUND'),
    refuse('from another account', foreign.id, 'LOYALTY_USER_NOT_FOUND'),
  ];
}
