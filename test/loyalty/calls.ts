import type { LoyaltyUser } from '../../src/loyalty/user/loyalty-member.ts';
import type { Client } from '../support/client.ts';

/** The fields of a user that tests read. */
export interface Shown {
  stamps: number;
  points: number;
  rewards: { id: string; rewardId: string; usable: boolean; usedAt: string | null; expiresAt: string | null }[];
  ledger?: {
    nodes: { id: string; delta: number; balance: number; reason: string; rewardId: string | null }[];
    pageInfo: { startCursor: string; endCursor: string; hasNextPage: boolean };
  };
}

const fields = 'stamps points rewards { id rewardId usable usedAt expiresAt }';

type Name = Pick<LoyaltyUser, 'cardId' | 'id'>;

/** Calls a mutation for one user of a card. */
export async function call(
  client: Client,
  operation: string,
  { cardId: card, id: user }: Name,
  input: object = {},
): Promise<{ user: Shown | undefined; codes: string[] }> {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const { data, codes } = await client.graphql(
    `mutation ($input: ${type}!) { user: ${operation}(input: $input) { ${fields} } }`,
    { input: { card, user, ...input } },
  );
  return { user: data?.user, codes };
}

/** Returns the balance of a user, and more of its fields. */
export async function balanceOf(client: Client, { cardId: card, id: user }: Name, more = ''): Promise<Shown> {
  const { data, errors } = await client.graphql(
    `query ($card: ID!, $user: ID!) { loyaltyUser(card: $card, user: $user) { ${fields} ${more} } }`,
    { card, user },
  );
  if (!data) throw new Error(errors.map(({ message }) => message).join());
  return data.loyaltyUser;
}

/** Returns the entries of a user, oldest first. */
export async function ledgerOf(client: Client, user: Name): Promise<NonNullable<Shown['ledger']>['nodes']> {
  const { ledger } = await balanceOf(client, user, 'ledger(first: 100) { nodes { id delta balance reason rewardId } }');
  return (ledger?.nodes ?? []).toReversed();
}
