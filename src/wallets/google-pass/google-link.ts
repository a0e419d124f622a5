import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Database } from '../../kernel/database/database.ts';
import { now } from '../../kernel/values/instant.ts';
import type { GoogleResource, GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import type { GoogleClient } from '../google/google-client.ts';
import { walletLink } from '../google/wallet-link.ts';
import { findHolder } from '../pass/pass-holder.ts';
import { issuePass, type Saveable } from '../pass/pass-issue.ts';
import { type StoredClass, storeClass } from './google-class.ts';
import type { GoogleObject } from './google-content.ts';
import { objectOf } from './google-pass.ts';

export type GoogleLink = { link: string } | { refusal: StoredClass | { outcome: 'CAPTURED' } };

/** Visitors cause so many calls a second for an issuer. The others of Google's 20 are for changes of passes. */
const calls = new RateLimiterMemory({ points: 10, duration: 1 });

export async function googleLink(
  database: Database,
  client: GoogleClient,
  { shown, publicUrl }: { shown: Saveable; publicUrl: string },
): Promise<GoogleLink> {
  const pass = await issuePass(database, shown, { platform: 'GOOGLE', issuer: client.issuerId });
  // Read again, because changes were not noted for the pass before it existed.
  const holder = await findHolder(database, pass);
  if (!holder) return { refusal: { outcome: 'GONE' } };
  const limited = { ...client, wallet: limitedWallet(client) };
  const stored = await storeClass(database, limited, { pass, holder, publicUrl });
  if (stored.outcome !== 'DONE') return { refusal: stored };
  const { resource, content } = objectOf(holder, pass, now());
  if (!client.account) return { refusal: { outcome: 'CAPTURED' } };
  const origin = new URL(publicUrl).origin;
  // A link does not change an object that exists, so one that was saved before is changed first.
  const link = pass.savedAt ? null : walletLink(client.account, origin, payloadOf(resource, content));
  if (link) return { link };
  const put = await limited.wallet.put(resource, content);
  if (put.outcome !== 'DONE') return { refusal: put };
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
      return { outcome: 'DEFERRED', reason: 'Too many passes are made at this moment.', retryAfter: null };
    },
  };
}
