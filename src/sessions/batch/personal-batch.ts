import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import type { Reservation } from '../../kernel/database/sequence.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneKey } from '../../kernel/values/phone-number.ts';
import { newId } from '../../vocabulary/ids.ts';
import { insertKeys } from '../index/session-search-key.ts';
import { type CouponSession, couponSessions } from '../session/session.ts';
import { sessionIdentities } from '../session/session-identity.ts';
import { recordBatch } from './batch-creation.ts';

export type Person = Pick<CouponSession, 'firstName' | 'lastName'> & { email?: string; phone?: string };

/**
 * Creates a session for each person, with the reserved sequence ids, and records one event for all of them.
 * Stores email addresses and phone numbers as identities unless an earlier session of the coupon has them. Returns the
 * session codes.
 */
export async function createPersonalSessions(
  transaction: Transaction,
  coupon: Coupon,
  { first, at }: Reservation,
  persons: readonly Person[],
  keyId: string,
): Promise<string[]> {
  if (persons.length === 0) return [];
  const rows = persons.map(({ firstName, lastName, email = null, phone = null }, index) => ({
    sequence: first + index,
    session: newId('session'),
    accountId: coupon.accountId,
    couponId: coupon.id,
    firstName,
    lastName,
    email,
    emailKey: (email && emailKey(email)) as string,
    phone,
    phoneKey: (phone && phoneKey(phone)) as string,
    createdAt: at,
  }));
  await insertRows(transaction, couponSessions, rows);
  await insertKeys(transaction, rows);
  const identities = rows.flatMap(({ sequence, emailKey, phoneKey }) => [
    ...(emailKey ? [{ couponId: coupon.id, field: 'EMAIL' as const, value: emailKey, sequence }] : []),
    ...(phoneKey ? [{ couponId: coupon.id, field: 'PHONE' as const, value: phoneKey, sequence }] : []),
  ]);
  // Inserts in value order to avoid deadlocks between simultaneous creations.
  identities.sort((one, other) => (one.value < other.value ? -1 : Number(one.value > other.value)));
  await insertRows(transaction, sessionIdentities, identities, { insert: transaction.dialect.insertIfAbsent });
  await recordBatch(transaction, coupon, { first, amount: persons.length, status: 'NORMAL' }, keyId);
  return rows.map(({ session }) => session);
}
