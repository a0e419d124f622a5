import { type ServiceAccount, signedToken } from '../../messaging/platform/google/service-account.ts';

/** Browsers and messengers cut longer addresses. */
const longest = 1800;

export type SavedObjects = { offerObjects: object[] } | { loyaltyObjects: object[] };

/**
 * Returns the address that adds objects to the wallet of whoever opens it. It creates the objects, so none has to be
 * created for people who never save it. Returns null if the address would be too long: then the objects must be created
 * first, and the link contains only their ids.
 */
export function walletLink(account: ServiceAccount, origin: string, payload: SavedObjects): string | null {
  const claims = {
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(Date.now() / 1000),
    origins: [origin],
    payload,
  };
  const link = `https://pay.google.com/gp/v/save/${signedToken(account, withoutAbsent(claims))}`;
  return link.length > longest ? null : link;
}

/** A new object has no fields to clear, and each of them would make the link longer. */
function withoutAbsent(claims: object): object {
  return JSON.parse(JSON.stringify(claims, (_, value: unknown) => value ?? undefined)) as object;
}
