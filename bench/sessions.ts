import type { Coupon } from '../src/coupons/coupon/coupon.ts';
import { type Instant, toInstant } from '../src/kernel/values/instant.ts';
import { newId } from '../src/vocabulary/ids.ts';

/** A row of coupon_sessions. Missing columns are NULL. */
export type SessionRow = Partial<Record<(typeof sessionRowColumns)[number], string | number>>;

export const sessionRowColumns = [
  'sequence',
  'session',
  'account_id',
  'coupon_id',
  'custom_id',
  'first_name',
  'last_name',
  'email',
  'email_key',
  'phone',
  'phone_key',
  'custom_field1',
  'custom_field2',
  'money_spent',
  'utm_campaign',
  'utm_source',
  'utm_medium',
  'created_at',
  'opened_at',
  'started_at',
  'claimed_at',
  'claim_type',
  'validated_at',
] as const;

const firstNames = ['Ada', 'Grace', 'Jürgen', 'Nadia', 'Li', 'Oluwaseun', 'Zoë', 'Björn'];
const lastNames = ['Lovelace', 'Hopper', 'Groß', 'Petrova', 'Wei', 'Adeyemi', 'van der Berg', 'Ångström'];
const day = 86_400_000;

/** Returns one of `total` sessions that were created over the last 60 days. Two of ten are claimed, and one of these is validated. */
export function sessionRow(sequence: number, total: number, coupon: Coupon): SessionRow {
  const state = sequence % 10;
  const createdAt = Date.now() - 60 * day + (sequence / total) * 59 * day;
  const after = (hours: number): Instant => toInstant(new Date(createdAt + hours * 3_600_000));
  return {
    sequence,
    session: newId('session'),
    account_id: coupon.accountId,
    coupon_id: coupon.id,
    ...customer(sequence),
    ...(sequence % 3 === 0 && { custom_field1: 'rye', custom_field2: `basket ${sequence % 97}` }),
    ...(sequence % 2 === 0 && { utm_campaign: 'autumn', utm_source: 'newsletter', utm_medium: 'email' }),
    created_at: after(0),
    ...(state < 5 && { opened_at: after(2), started_at: after(2) }),
    ...(state < 2 && { claimed_at: after(3), claim_type: 'CUSTOMER' }),
    ...(state < 1 && { validated_at: after(20), money_spent: '12.500' }),
  };
}

export function isClaimed(row: SessionRow): boolean {
  return row.claimed_at !== undefined;
}

function customer(sequence: number): SessionRow {
  const firstName = firstNames[sequence % firstNames.length] ?? '';
  const email = `customer.${sequence}@example.com`;
  const phone = `+4930${String(sequence).padStart(8, '0')}`;
  return {
    custom_id: `order-${sequence}`,
    first_name: firstName,
    last_name: lastNames[(sequence * 7) % lastNames.length] ?? '',
    email,
    email_key: email,
    ...(sequence % 2 === 0 && { phone, phone_key: phone }),
  };
}
