import { addAccount } from '../src/accounts/account/account.ts';
import { issueApiKey } from '../src/accounts/api-key/api-key.ts';
import { blankCoupon, type Coupon, coupons } from '../src/coupons/coupon/coupon.ts';
import { changeCoupon } from '../src/coupons/coupon/coupon-changes.ts';
import type { Database } from '../src/kernel/database/database.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { recordSessionsWhere } from '../src/sessions/session/session-events.ts';
import { addEndpoint } from '../src/webhooks/endpoint/endpoint.ts';
import { type Data, insertSessions } from './data.ts';
import { appSecret } from './servers.ts';
import { isClaimed, type SessionRow, sessionRow } from './sessions.ts';

/** One of many accounts, with its coupon, and its codes that can be claimed. */
export type Tenant = Pick<Data, 'keyId' | 'secret' | 'accountId'> & { coupon: Coupon; unclaimed: string[] };

const accountsPerTransaction = 500;
const sessionsPerStatement = 5000;
/** Tenants from the largest on that have a webhook endpoint. */
export const withEndpoint = 100;

/** Adds accounts with a key and a coupon each. The first ones will be the largest. */
export async function addTenants(database: Database, count: number, receiver: string): Promise<Tenant[]> {
  const tenants: Tenant[] = [];
  const secrets = new Secrets(appSecret);
  while (tenants.length < count) {
    await database.transaction(async (transaction) => {
      const end = Math.min(count, tenants.length + accountsPerTransaction);
      while (tenants.length < end) {
        const { id: accountId } = await addAccount(transaction, { name: `Shop ${tenants.length + 1}` });
        const { key, secret } = await issueApiKey(transaction, {
          ...{ accountId, name: 'till', scopes: ['READ', 'WRITE', 'REDEEM'] as const },
        });
        const coupon = blankCoupon(accountId, 'UTC');
        changeCoupon(coupon, { name: 'Coupon', title: 'A loaf for free' });
        await transaction.manager.insert(coupons, coupon);
        if (tenants.length < withEndpoint) await addEndpoint(transaction, secrets, accountId, { url: receiver });
        tenants.push({ accountId, keyId: key.id, secret, coupon, unclaimed: [] });
      }
    });
  }
  return tenants;
}

/** Adds sessions, each to a tenant by its share, with two events: one for their creation, and one for what happened later. */
export async function addMonth(
  database: Database,
  tenants: readonly Tenant[],
  { first, last, total }: { first: number; last: number; total: number },
): Promise<void> {
  const pick = zipf(tenants.length);
  for (let from = first; from <= last; from += sessionsPerStatement) {
    const to = Math.min(from + sessionsPerStatement - 1, last);
    const rows: SessionRow[] = [];
    for (let sequence = from; sequence <= to; sequence += 1) {
      const tenant = tenants[pick(sequence)] as Tenant;
      const row = sessionRow(sequence, total, tenant.coupon);
      rows.push(row);
      if (!isClaimed(row)) tenant.unclaimed.push(String(row.session));
    }
    await insertSessions(database, rows);
    for (const type of ['coupon_session_created', 'coupon_opened'] as const)
      await database.transaction((transaction) =>
        recordSessionsWhere(transaction, { type, keyId: null }, 's.sequence BETWEEN :from AND :to', { from, to }),
      );
  }
  await database.dataSource.query("UPDATE sequences SET value = ? WHERE name = 'session'", [last]);
}

/**
 * Returns a function that distributes the numbers 1, 2, 3, … over ranks by the law of Zipf with the exponent 1: the second rank gets
 * half as many as the first, the third a third.
 */
export function zipf(ranks: number): (n: number) => number {
  const sums: number[] = [];
  for (let rank = 1, sum = 0; rank <= ranks; rank += 1) {
    sum += 1 / rank;
    sums.push(sum);
  }
  const all = sums.at(-1) ?? 1;
  return (n) => {
    // Multiples of the golden ratio are spread evenly, and the same in every run.
    const wanted = ((n * 0.6180339887498949) % 1) * all;
    let [low, high] = [0, ranks - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
