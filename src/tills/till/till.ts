import { accountRow } from '../../accounts/account/account.ts';
import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Transaction } from '../../kernel/database/database.ts';
import { countRows, insertRow, lockRow, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { locationRow } from '../../locations/location/location.ts';
import { newId } from '../../vocabulary/ids.ts';

export const offlineRedemptions = ['REFUSE', 'ACCEPT'] as const;

/** A device at a cash desk. It calls with its id and a secret that only the device has. */
export type Till = Stored<typeof tills>;

export const tills = table({
  name: 'Till',
  tableName: 'tills',
  columns: {
    id: column.key(column.text(20)),
    accountId: column.text(20),
    name: column.text(100),
    locationId: column.textOrNull(16),
    /**
     * The hash of the device's secret. Null before a device is paired, and from a new pairing link until it is used.
     */
    secretHash: column.textOrNull(64),
    /** The hash of the token of the open pairing link. Null once it has been used. */
    pairingHash: column.textOrNull(64),
    pairingExpiresAt: column.instantOrNull,
    redeemsAtOnce: column.integer,
    asksForMoney: column.integer,
    fields: column.longText,
    offlineRedemption: column.text<(typeof offlineRedemptions)[number]>(10),
    madeBy: column.text(20),
    createdAt: column.instant,
    pairedAt: column.instantOrNull,
    lastUsedAt: column.instantOrNull,
    revokedAt: column.instantOrNull,
  },
  indices: [
    { name: 'tills_account', columns: ['accountId', 'createdAt'] },
    { name: 'tills_pairing', columns: ['pairingHash'], unique: true },
  ],
  foreignKeys: [reference('tills_account_fk', 'accountId', 'accounts')],
});

export interface TillField {
  number: number;
  label: string;
}

export interface TillSettings {
  name: string;
  location: string | null;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  fields: readonly TillField[];
  offlineRedemption: (typeof offlineRedemptions)[number];
}

const maxTills = 200;

export const tillRow = rowOf(tills, { missing: 'TILL_NOT_FOUND' });

interface Which {
  accountId: string;
  id: string;
}

/** Locks a till. Throws `TILL_NOT_FOUND`, and `TILL_REVOKED` if the till has been revoked. */
export async function lockTill(transaction: Transaction, which: Which): Promise<Till> {
  const till = await lockRow(transaction, tillRow, which);
  if (till.revokedAt) throw new Problem('TILL_REVOKED');
  return till;
}

/**
 * Adds a till. Throws `LOCATION_NOT_FOUND`, and `TOO_MANY_TILLS` at the limit. The lock of the account's row protects
 * the limit.
 */
export async function addTill(
  transaction: Transaction,
  { accountId, madeBy, ...settings }: TillSettings & { accountId: string; madeBy: string },
): Promise<Till> {
  await lockRow(transaction, accountRow, { id: accountId });
  const count = await countRows(transaction, tills, { accountId, revokedAt: null });
  if (count >= maxTills) throw new Problem('TOO_MANY_TILLS');
  const till: Till = {
    id: newId('till'),
    accountId,
    madeBy,
    secretHash: null,
    pairingHash: null,
    pairingExpiresAt: null,
    createdAt: now(),
    pairedAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...(await columnsFor(transaction, accountId, settings)),
  };
  await insertRow(transaction, tills, till);
  return till;
}

export async function changeSettings(transaction: Transaction, till: Till, settings: TillSettings): Promise<Till> {
  const changed = await columnsFor(transaction, till.accountId, settings, till.locationId);
  await updateRows(transaction, tills, { id: till.id }, changed);
  return Object.assign(till, changed);
}

/** A till keeps a location that is deleted, but a new location must exist. */
async function columnsFor(
  transaction: Transaction,
  accountId: string,
  { name, location, redeemsAtOnce, asksForMoney, fields, offlineRedemption }: TillSettings,
  former: string | null = null,
) {
  if (location && location !== former) await requireRow(transaction, locationRow, { accountId, id: location });
  return {
    name,
    locationId: location,
    redeemsAtOnce: Number(redeemsAtOnce),
    asksForMoney: Number(asksForMoney),
    fields: JSON.stringify(fields.toSorted((one, other) => one.number - other.number)),
    offlineRedemption,
  };
}

export function settingsOf(till: Till): TillSettings {
  return {
    name: till.name,
    location: till.locationId,
    redeemsAtOnce: Boolean(till.redeemsAtOnce),
    asksForMoney: Boolean(till.asksForMoney),
    fields: tillFieldsOf(till),
    offlineRedemption: till.offlineRedemption,
  };
}

export function tillFieldsOf({ fields }: Pick<Till, 'fields'>): TillField[] {
  return JSON.parse(fields);
}

/** Revokes a till and its pairing link. Revoking it again changes nothing. */
export async function revoke(transaction: Transaction, which: Which): Promise<Till> {
  const till = await lockRow(transaction, tillRow, which);
  if (till.revokedAt) return till;
  const changed = { revokedAt: now(), secretHash: null, pairingHash: null, pairingExpiresAt: null };
  await updateRows(transaction, tills, { id: till.id }, changed);
  return Object.assign(till, changed);
}

export const removeTills = removeRows('tills', 'account_id', 500);
