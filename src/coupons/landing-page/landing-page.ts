import { MoreThan } from 'typeorm';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { findRows, plus, updateRows } from '../../kernel/database/rows.ts';

export const landingFieldKinds = [
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'PHONE',
  'CUSTOM_FIELD_1',
  'CUSTOM_FIELD_2',
  'CUSTOM_FIELD_3',
  'CUSTOM_FIELD_4',
  'CUSTOM_FIELD_5',
  'CUSTOM_FIELD_6',
  'CUSTOM_FIELD_7',
] as const;
export type LandingFieldKind = (typeof landingFieldKinds)[number];

export const uniqueFields = ['EMAIL', 'PHONE'] as const;
export type UniqueField = (typeof uniqueFields)[number];

export interface LandingField {
  kind: LandingFieldKind;
  /** Null for the default label. */
  label: string | null;
  required: boolean;
}

export interface LandingPage {
  fields: readonly LandingField[];
  /** The field that limits sessions: each of its values gets one. */
  unique: UniqueField | null;
  /** The maximum number of sessions that the page gives away. */
  limit: number | null;
  consent: string | null;
  /** The number of sessions that the page has given away, not counting deleted ones. */
  submissions: number;
}

/** The row stays when the form is removed, because it holds the count. */
export const landingPages = table({
  name: 'LandingPage',
  tableName: 'landing_pages',
  columns: {
    couponId: column.key(column.text(16)),
    accountId: column.text(20),
    /** The fields of the form as JSON. Null if the page has no form. */
    fieldList: column.longTextOrNull,
    uniqueField: column.textOrNull<UniqueField>(10),
    maxSubmissions: column.integerOrNull,
    consent: column.longTextOrNull,
    submissions: column.counter,
  },
  foreignKeys: [reference('landing_pages_coupon_fk', 'couponId', 'coupons', 'CASCADE')],
});

/** Sets the form, or removes it if it is null. The transaction must have locked or inserted the coupon's row. */
export async function setLandingPage(
  transaction: Transaction,
  coupon: { id: string; accountId: string },
  page: Omit<LandingPage, 'submissions'> | null,
): Promise<void> {
  if (page)
    await transaction.change(
      `${transaction.dialect.insertIfAbsent} INTO landing_pages (coupon_id, account_id, submissions) VALUES (?, ?, 0)`,
      [coupon.id, coupon.accountId],
    );
  await updateRows(
    transaction,
    landingPages,
    { couponId: coupon.id },
    {
      fieldList: page && JSON.stringify(page.fields),
      uniqueField: page?.unique ?? null,
      maxSubmissions: page?.limit ?? null,
      consent: page?.consent ?? null,
    },
  );
}

export async function readLandingPages(
  connection: Connection,
  couponIds: readonly string[],
): Promise<(LandingPage | null)[]> {
  const rows = await findRows(connection, landingPages, { couponId: couponIds });
  const byCoupon = new Map(rows.map((row) => [row.couponId, pageOf(row)]));
  return couponIds.map((id) => byCoupon.get(id) ?? null);
}

/** Simultaneous calls share a statement. */
export const findLandingPage = batched<string, LandingPage | null>(readLandingPages);

function pageOf({ fieldList, uniqueField, maxSubmissions, consent, submissions }: Stored<typeof landingPages>) {
  if (fieldList === null) return null;
  const fields: LandingField[] = JSON.parse(fieldList);
  return { fields, unique: uniqueField, limit: maxSubmissions, consent, submissions };
}

export function isUsedUp({ limit, submissions }: Pick<LandingPage, 'limit' | 'submissions'>): boolean {
  return limit !== null && submissions >= limit;
}

/** Returns false if the limit is reached, or if the page has no form. */
export async function countSubmission(transaction: Transaction, couponId: string): Promise<boolean> {
  const counted = await transaction.change(
    `UPDATE landing_pages SET submissions = submissions + 1
     WHERE coupon_id = ? AND field_list IS NOT NULL AND (max_submissions IS NULL OR submissions < max_submissions)`,
    [couponId],
  );
  return counted > 0;
}

export async function uncountSubmission(transaction: Transaction, couponId: string): Promise<void> {
  await updateRows(transaction, landingPages, { couponId, submissions: MoreThan(0) }, { submissions: plus(-1) });
}
