import type { Transaction } from '../../kernel/database/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { addEndpoint } from '../../webhooks/endpoint/endpoint.ts';

/**
 * Creates two webhook endpoints, at addresses that do not exist. Returns their ids: of the one that will fail, and of the
 * one that receives little.
 */
export async function openEndpoints(
  transaction: Transaction,
  secrets: Secrets,
  accountId: string,
): Promise<{ failing: string; healthy: string }> {
  const failing = await addEndpoint(transaction, secrets, accountId, {
    ...{ url: 'https://orders.example.com/webhooks/coupons', description: 'Bookkeeping: what was redeemed' },
    ...{ kinds: ['COUPON'], types: ['coupon_validated', 'coupon_unvalidated'] },
  });
  const healthy = await addEndpoint(transaction, secrets, accountId, {
    ...{ url: 'https://members.example.org/hooks/new-member', description: 'Welcome letters to new members' },
    ...{ kinds: ['WEB_LOYALTY'], types: ['loyalty_user_created'] },
  });
  return { failing: failing.endpoint.id, healthy: healthy.endpoint.id };
}
