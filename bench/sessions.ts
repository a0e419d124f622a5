import type { Coupon } from '../src/coupons/coupon/coupon.ts';
import { absent, type Stored } from '../src/kernel/database/columns.ts';
import { type Instant, toInstant } from '../src/kernel/values/instant.ts';
import { couponSessions } from '../src/sessions/session/session.ts';
import { newId } from '../src/vocabulary/ids.ts';

type SessionRow = Stored<typeof couponSessions>;

const firstNames = ['Ada', 'Grace', 'Jürgen', 'Nadia', 'Li', 'Oluwaseun', 'Zoë', 'Björn'];
const lastNames = ['Lovelace', 'Hopper', 'Groß', 'Petrova', 'Wei', 'Adeyemi', 'van der Berg', 'Ångström'];
const day = 86_400_000;

/** Returns one of `total` sessions that were created over the last 60 days. Two of ten are claimed, and one of these is validated. */
export function sessionRow(sequence: number, total: number, coupon: Coupon): SessionRow {
  const state = sequence % 10;
  const createdAt = Date.now() - 60 * day + (sequence / total) * 59 * day;
  const after = (hours: number): Instant => toInstant(new Date(createdAt + hours * 3_600_000));
  return {
    ...absent(couponSessions),
    ...{ sequence, session: newId('session'), accountId: coupon.accountId, couponId: coupon.id },
    ...customer(sequence),
    ...(sequence % 3 === 0 && { customField1: 'rye', customField2: `basket ${sequence % 97}` }),
    ...(sequence % 2 === 0 && { utmCampaign: 'autumn', utmSource: 'newsletter', utmMedium: 'email' }),
    createdAt: after(0),
    ...(state < 5 && { openedAt: after(2), startedAt: after(2) }),
    ...(state < 2 && { claimedAt: after(3), claimType: 'CUSTOMER' as const }),
    ...(state < 1 && { validatedAt: after(20), moneySpent: '12.500' }),
  };
}

function customer(sequence: number): Partial<SessionRow> {
  const email = `customer.${sequence}@example.com`;
  const phone = `+4930${String(sequence).padStart(8, '0')}`;
  return {
    customId: `order-${sequence}`,
    firstName: firstNames[sequence % firstNames.length] ?? '',
    lastName: lastNames[(sequence * 7) % lastNames.length] ?? '',
    ...{ email, emailKey: email },
    ...(sequence % 2 === 0 && { phone, phoneKey: phone }),
  };
}
