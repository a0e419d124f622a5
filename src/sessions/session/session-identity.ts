import type { CountryCode } from 'libphonenumber-js';
import { MoreThan } from 'typeorm';
import { column, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { deleteRows } from '../../kernel/database/rows.ts';
import { emailKey } from '../../kernel/values/email-address.ts';
import { phoneKeys } from '../../kernel/values/phone-number.ts';

export const identityFields = ['EMAIL', 'PHONE', 'CUSTOM_ID'] as const;
export type IdentityField = (typeof identityFields)[number];

/**
 * The first session of a coupon that has an address or a custom id. The primary key detects duplicates, even for
 * concurrent calls.
 */
export type SessionIdentity = Stored<typeof sessionIdentities>;

export const sessionIdentities = table({
  name: 'SessionIdentity',
  tableName: 'session_identities',
  columns: {
    couponId: column.key(column.text(16)),
    field: column.key(column.text<IdentityField>(10)),
    value: column.key(column.text(254)),
    sequence: column.bigNumber,
  },
  indices: [{ name: 'session_identities_sequence', columns: ['sequence'] }],
});

/** Records an identity. Returns false if another session already has it. */
export async function noteIdentity(transaction: Transaction, identity: SessionIdentity): Promise<boolean> {
  const { couponId, field, value, sequence } = identity;
  const noted = await transaction.change(
    `${transaction.dialect.insertIfAbsent} INTO session_identities (coupon_id, field, value, sequence) VALUES (?, ?, ?, ?)`,
    [couponId, field, value, sequence],
  );
  return noted > 0;
}

/** Normalizes a value. A phone number without a country code belongs to the country of the account. */
export function identityKey(field: IdentityField, value: string, country: CountryCode | null): string {
  return identityKeys(field, value, country)[0] ?? value;
}

/** Returns the forms of a value, including those that it had before the account had its country. */
export function identityKeys(field: IdentityField, value: string, country: CountryCode | null): string[] {
  if (field === 'EMAIL') return [emailKey(value)];
  return field === 'PHONE' ? phoneKeys(value, country) : [value];
}

/** Removes the values of newer sessions, so that older sessions can have them. */
export async function removeNewerIdentities(
  transaction: Transaction,
  { couponId, field, newest }: { couponId: string; field: IdentityField; newest: number },
  same: readonly Pick<SessionIdentity, 'value'>[],
): Promise<void> {
  await deleteRows(transaction, sessionIdentities, {
    couponId,
    field,
    value: same.map(({ value }) => value),
    sequence: MoreThan(newest),
  });
}
