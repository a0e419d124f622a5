import type { CountryCode } from 'libphonenumber-js';
import { countryOfAccount } from '../../accounts/account/account.ts';
import type { Coupon } from '../../coupons/coupon/coupon.ts';
import type { Optional } from '../../kernel/database/columns.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { Conflict } from '../../kernel/database/failures.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { insertRow } from '../../kernel/database/rows.ts';
import { type Reservation, reserveInOrder } from '../../kernel/database/sequence.ts';
import { invalidInput } from '../../kernel/problem.ts';
import type { Instant } from '../../kernel/values/instant.ts';
import { fromLocalTime } from '../../kernel/values/local-time.ts';
import { changesIn, type FieldValues } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import { insertKeys } from '../index/session-search-key.ts';
import { type AutoValCode, drawValidationCode } from '../validation-code/validation-code.ts';
import { customerFields, utmFields } from './session.fields.ts';
import { type CouponSession, couponSessions, fromSessions, sessionSelectList } from './session.ts';
import { recordSessions } from './session-events.ts';
import { type IdentityField, identityFields, identityKey, identityKeys, noteIdentity } from './session-identity.ts';

export type SessionInput = Optional<FieldValues<typeof customerFields & typeof utmFields>> & {
  customId?: string | null | undefined;
  customValCode?: string | null | undefined;
  autoValCode?: AutoValCode | null | undefined;
  duplicateCheck?: IdentityField | 'FIRST_GIVEN' | null | undefined;
  /** A local time in the time zone of the coupon. */
  expiryDate?: string | null | undefined;
};

export interface ReservedSequence {
  sequence: number;
  createdAt: Instant;
}

/** Simultaneous callers share one reservation. */
export const reserveSequence = batched<Coupon['id'], ReservedSequence>(async (database, callers) => {
  const { first, at } = await reserveSequences(database, callers.length);
  return callers.map((_, index) => ({ sequence: first + index, createdAt: at }));
});

/** Reserves sequence ids in a short transaction of its own. */
export function reserveSequences(database: Database, amount: number): Promise<Reservation> {
  return database.transaction((transaction) => reserveInOrder(transaction, 'session', amount));
}

/**
 * Creates a session. The identity is stored first: concurrent calls wait for the first of them, and then find its
 * session.
 */
export async function createSession(
  transaction: Transaction,
  coupon: Coupon,
  reserved: ReservedSequence,
  input: SessionInput,
  keyId: string | null,
): Promise<{ session: CouponSession; duplicate: boolean }> {
  const { sequence } = reserved;
  const country = input.phone ? await countryOfAccount(transaction, coupon.accountId) : null;
  const identities = identitiesOf(input, country);
  const checked = input.duplicateCheck === 'FIRST_GIVEN' ? identities[0]?.field : input.duplicateCheck;
  identities.sort((one, other) => Number(other.field === checked) - Number(one.field === checked));
  for (const { field, value, formerValues } of identities) {
    const known = field === checked && formerValues.length > 0 ? [value, ...formerValues] : [];
    const former = await findByIdentity(transaction, coupon.id, field, known);
    if (former) return { session: former, duplicate: true };
    const noted = await noteIdentity(transaction, { couponId: coupon.id, field, value, sequence });
    if (noted || field !== checked) continue;
    const session = await findByIdentity(transaction, coupon.id, field, [value]);
    // The session was removed after its identity had blocked this one. In a retry, a new session is created.
    if (!session) throw new Conflict();
    return { session, duplicate: true };
  }
  await insertSession(transaction, coupon, reserved, input, country);
  const [session] = await transaction.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessions} WHERE s.sequence = ?`,
    [sequence],
  );
  if (!session) throw new Error(`Session ${sequence} was not stored.`);
  await recordSessions(transaction, { type: 'coupon_session_created', keyId }, [session]);
  return { session, duplicate: false };
}

function identitiesOf({ email, phone, customId }: SessionInput, country: CountryCode | null) {
  const given = { EMAIL: email, PHONE: phone, CUSTOM_ID: customId };
  return identityFields.flatMap((field) => {
    const [value, ...formerValues] = given[field] ? identityKeys(field, given[field], country) : [];
    return value ? [{ field, value, formerValues }] : [];
  });
}

async function findByIdentity(
  transaction: Transaction,
  couponId: string,
  field: IdentityField,
  values: readonly string[],
): Promise<CouponSession | undefined> {
  if (values.length === 0) return undefined;
  const [session] = await transaction.rows<CouponSession>(
    `SELECT ${sessionSelectList} ${fromSessions} JOIN session_identities i ON i.sequence = s.sequence
       WHERE i.coupon_id = :couponId AND i.field = :field AND i.value IN (:values) ORDER BY s.sequence LIMIT 1`,
    { couponId, field, values },
  );
  return session;
}

async function insertSession(
  transaction: Transaction,
  coupon: Coupon,
  { sequence, createdAt }: ReservedSequence,
  input: SessionInput,
  country: CountryCode | null,
): Promise<void> {
  const { email, phone, customId = null, customValCode, autoValCode, expiryDate } = input;
  const ownExpiresAt = expiryDate ? fromLocalTime(expiryDate, coupon.timezone) : null;
  if (ownExpiresAt && coupon.startsAt && ownExpiresAt <= coupon.startsAt)
    throw invalidInput('expiryDate', 'must be after the start of the coupon');
  const customValidationCode = autoValCode
    ? await drawValidationCode(transaction, coupon.id, autoValCode, sequence)
    : customValCode;
  const keyed = {
    sequence,
    accountId: coupon.accountId,
    ...(email && { emailKey: identityKey('EMAIL', email, country) }),
    ...(phone && { phoneKey: identityKey('PHONE', phone, country) }),
  };
  await insertRow(transaction, couponSessions, {
    ...changesIn(customerFields, input),
    ...changesIn(utmFields, input),
    ...keyed,
    customId,
    session: newId('session'),
    couponId: coupon.id,
    ...(customValidationCode && { customValidationCode }),
    ...(ownExpiresAt && { ownExpiresAt }),
    createdAt,
  });
  await insertKeys(transaction, [{ ...keyed, customId }]);
}
