import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../../kernel/database/database.ts';
import { now } from '../../kernel/values/instant.ts';
import type { GoogleResource, GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import { type ServiceAccount, signedToken } from '../../messaging/platform/google/service-account.ts';
import type { GoogleClient } from '../google/google-client.ts';
import { findPassSubject, issuePass, type Saveable } from '../pass/pass-subject.ts';
import { type StoredClass, storeClass } from './google-class.ts';
import type { GoogleObject } from './google-content.ts';
import { objectOf } from './google-pass.ts';

type GoogleLink = { link: string } | { problem: StoredClass | { outcome: 'CAPTURED' } };

/**
 * How many calls per second visitors may cause for an issuer. The rest of Google's limit of 20 is left for updates of
 * passes.
 */
const calls = new RateLimiterMemory({ points: 10, duration: 1 });

export async function googleLink(
  database: Database,
  client: GoogleClient,
  { shown, publicUrl }: { shown: Saveable; publicUrl: string },
): Promise<GoogleLink> {
  const pass = await issuePass(database, shown, { platform: 'GOOGLE', issuer: client.issuerId });
  // Read this again: changes made before the pass existed were not recorded for it.
  const subject = await findPassSubject(database, pass);
  if (!subject) return { problem: { outcome: 'GONE' } };
  const limited = { ...client, wallet: limitedWallet(client) };
  const stored = await storeClass(database, limited, { pass, subject, publicUrl });
  if (stored.outcome !== 'DONE') return { problem: stored };
  const { resource, content } = objectOf(subject, pass, now());
  if (!client.account) return { problem: { outcome: 'CAPTURED' } };
  const origin = new URL(publicUrl).origin;
  // A link does not change an object that exists, so a saved object is changed first.
  const link = pass.savedAt ? null : walletLink(client.account, origin, payloadOf(resource, content));
  if (link) return { link };
  const put = await limited.wallet.put(resource, content);
  if (put.outcome !== 'DONE') return { problem: put };
  const { id, classId } = content;
  const short = walletLink(client.account, origin, payloadOf(resource, { id, classId }));
  if (!short) throw new Error('the link is too long even without the object');
  return { link: short };
}

function payloadOf(resource: GoogleResource, object: Pick<GoogleObject, 'id' | 'classId'>) {
  return resource === 'offerObject' ? { offerObjects: [object] } : { loyaltyObjects: [object] };
}

function limitedWallet({ integration, wallet }: GoogleClient): Pick<GoogleWallet, 'put'> {
  return {
    put: async (resource, content) => {
      const isAllowed = await calls.consume(integration.id).then(Boolean, () => false);
      if (isAllowed) return wallet.put(resource, content);
      return { outcome: 'DEFERRED', reason: 'Too many passes are being created at the moment.', retryAfter: null };
    },
  };
}

/** The maximum length of an address. Browsers and messengers cut longer ones. */
const longest = 1800;

type SavedObjects = { offerObjects: object[] } | { loyaltyObjects: object[] };

/**
 * Returns a link that creates the objects. So people who never save them cost no calls. Returns null if the address
 * would be too long: then the caller must create the objects, and link only their ids.
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

/** Removes nulls: a new object has no fields to clear, and they would make the link longer. */
function withoutAbsent(claims: object): object {
  return JSON.parse(JSON.stringify(claims, (_, value: unknown) => value ?? undefined)) as object;
}
