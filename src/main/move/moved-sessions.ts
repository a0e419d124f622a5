import type { CountryCode } from 'libphonenumber-js';
import { countryOfAccount } from '../../accounts/account/account.ts';
import { absent, type Stored } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows, updateRows } from '../../kernel/database/rows.ts';
import { record } from '../../kernel/event-log/event.ts';
import { now } from '../../kernel/values/instant.ts';
import { noteDisorder } from '../../sessions/index/creation-order.ts';
import { insertMarks, removeMarks } from '../../sessions/index/session-mark.ts';
import { insertKeys } from '../../sessions/index/session-search-key.ts';
import { type ClaimType, couponSessions } from '../../sessions/session/session.ts';
import { reserveSequences } from '../../sessions/session/session-creation.ts';
import {
  type IdentityField,
  identityKey,
  removeNewerIdentities,
  sessionIdentities,
} from '../../sessions/session/session-identity.ts';
import { factsOf } from '../../statistics/counting/dated-session.ts';
import type { Counts } from '../../statistics/tally/counters.ts';
import { quarterOf, Tally } from '../../statistics/tally/tally.ts';
import { idPattern, newId } from '../../vocabulary/ids.ts';
import { type AccountMove, note, pageSize, pagesOf, type Step, type Storing, textsIn } from './account-move.ts';
import { keepIds, knownIds, ourId } from './external-keys.ts';
import { type SourceSession, sessionsAnswer } from './source-shapes.ts';

type Row = Stored<typeof couponSessions>;

export async function moveSessions(move: AccountMove, couponIds: readonly string[]): Promise<void> {
  for (const campaign of couponIds) {
    const ours = await ourId(move, 'coupon', campaign);
    // The report already contains the conflict of the coupon.
    if (!ours && !move.dryRun) continue;
    const read = async (page: number) =>
      (await move.source.post('/v3/campaign/data', { campaign, page }, sessionsAnswer)).data;
    const step = move.step(`sessions ${campaign}`, 'sessions');
    if (step.finished) continue;
    if (!move.dryRun) await reserve(move, step, read);
    const parts = pagesOf(read, ({ session }: SourceSession) => session);
    await move.storeParts(step, parts, (storing) => storeSessions(storing, ours));
  }
}

/** How many ids to keep free for sessions that the source creates during the move. */
const spare = 1000;

/** Reserves ids. They are used in descending order, because lists begin with the newest session. */
async function reserve({ database }: AccountMove, step: Step, read: (page: number) => Promise<unknown[]>) {
  const { nextSequence, counted } = step;
  if (nextSequence !== null && nextSequence >= (counted.floor ?? 0)) return;
  const amount = (await lastPage(read)) * pageSize + spare;
  const { first } = await reserveSequences(database, amount);
  Object.assign(step, { nextSequence: first + amount - 1 });
  counted.floor = first;
}

/** Finds the last page by probing, because no response contains its number. */
async function lastPage(read: (page: number) => Promise<unknown[]>): Promise<number> {
  const isFull = async (page: number) => (await read(page)).length === pageSize;
  let high = 1;
  while (await isFull(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isFull(middle)) low = middle;
    else high = middle;
  }
  return high;
}

async function storeSessions(storing: Storing<SourceSession>, couponId: string | null): Promise<void> {
  const { accountId, dryRun, transaction, step, items, isLast } = storing;
  const { counted } = step;
  const codes = await ourCodes(storing);
  const known = await storedSessions(transaction, [...codes.values()]);
  const country = await countryOfAccount(transaction, accountId);
  const fresh: Row[] = [];
  const changed: { before: Row; after: Row }[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const code = codes.get(item.session) ?? newId('session');
    if (seen.has(code)) continue;
    seen.add(code);
    codes.set(item.session, code);
    const stored = known.get(code);
    const ours = { session: code, accountId, couponId: couponId ?? '', sequence: stored?.sequence ?? 0 };
    const row = rowOf(step, item, ours, country);
    if (!stored) fresh.push(row);
    else if (stored.accountId !== accountId || stored.couponId !== couponId)
      note(step, item.session, 'the session was not stored: its code is taken in this installation', true);
    else if (!differs(stored, row)) counted.unchanged += 1;
    else if (stored.updatedAt)
      note(step, item.session, 'the session changed at the source, but has changed here too: it stays as it is', true);
    else changed.push({ before: stored, after: row });
  }
  counted.stored += fresh.length;
  counted.changed += changed.length;
  if (dryRun || couponId === null) return;
  for (const row of fresh) row.sequence = nextSequence(step);
  await insertSessions(transaction, fresh.toReversed());
  const [newest, oldest] = [fresh[0], fresh.at(-1)];
  if (newest && oldest) {
    const stored = { first: oldest.sequence, last: newest.sequence, oldest: oldest.createdAt };
    await noteDisorder(transaction, couponId, stored);
  }
  for (const pair of changed) await overwrite(transaction, pair);
  const renamed = items.filter(({ session }) => !idPattern('session').test(session));
  const names = renamed.map(({ session }) => [session, codes.get(session) as string] as const);
  await keepIds(storing, 'session', names);
  await count(transaction, fresh, changed);
  if (isLast) await recordImport(transaction, accountId, couponId, counted);
}

function nextSequence(step: Step): number {
  const { counted, nextSequence } = step;
  if (nextSequence === null || nextSequence < (counted.floor ?? 0))
    throw new Error('The source has many more sessions than before. Run the same command again.');
  step.nextSequence = nextSequence - 1;
  counted.last ??= nextSequence;
  counted.first = nextSequence;
  return nextSequence;
}

/** Returns our codes, as far as they are known: kept codes or their replacements. */
async function ourCodes({ transaction, accountId, items }: Storing<SourceSession>): Promise<Map<string, string>> {
  const codes = Map.groupBy(
    items.map(({ session }) => session),
    (code) => idPattern('session').test(code),
  );
  const kept = (codes.get(true) ?? []).map((code) => [code, code] as const);
  return new Map([...kept, ...(await knownIds(transaction, accountId, 'session', codes.get(false) ?? []))]);
}

async function storedSessions(connection: Connection, codes: readonly string[]): Promise<Map<string, Row>> {
  if (codes.length === 0) return new Map();
  const rows = await findRows(connection, couponSessions, { session: codes });
  return new Map(rows.map((row) => [row.session, row]));
}

const claimTypes: Record<string, ClaimType> = { customer: 'CUSTOMER', api: 'API', batch: 'BATCH' };

function rowOf(
  step: Step,
  item: SourceSession,
  ours: Pick<Row, 'session' | 'accountId' | 'couponId' | 'sequence'>,
  country: CountryCode | null,
): Row {
  const { status } = item;
  const text = textsIn(step, item.session, item);
  const createdAt = status.created_date_utc ?? now();
  const [email, phone] = [text('email', 254), text('phone', 50)];
  const claimedAt = status.claimed ? (status.claim_date_utc ?? createdAt) : null;
  const code = textsIn(step, item.session, status)('own_validation_code', 100);
  return {
    ...absent(couponSessions),
    ...ours,
    ...{ customId: text('customid', 50), customValidationCode: code },
    ...{ firstName: text('firstname', 100), lastName: text('lastname', 100), email, phone },
    emailKey: email && identityKey('EMAIL', email, country),
    phoneKey: phone && identityKey('PHONE', phone, country),
    ...{ customField1: text('customfield1', 50), customField2: text('customfield2', 50) },
    ...{ customField3: text('customfield3', 50), customField4: text('customfield4', 50) },
    ...{ customField5: text('customfield5', 50), customField6: text('customfield6', 50) },
    customField7: text('customfield7', 50),
    moneySpent: moneyOf(item.money_spent),
    ...{ utmCampaign: text('utm_campaign', 255), utmSource: text('utm_source', 255) },
    ...{ utmMedium: text('utm_medium', 255), utmTerm: text('utm_term', 255), utmContent: text('utm_content', 255) },
    createdAt,
    openedAt: status.opened ? (status.open_date_utc ?? createdAt) : null,
    startedAt: status.start_date_utc,
    claimedAt,
    claimType: claimedAt === null ? null : (claimTypes[status.claimtype ?? ''] ?? 'API'),
    validatedAt: status.validated ? (status.validation_date_utc ?? claimedAt ?? createdAt) : null,
    lockedAt: status.locked ? (status.locked_date_utc ?? claimedAt ?? createdAt) : null,
    voidedAt: status.voided ? (status.voided_date_utc ?? createdAt) : null,
    unvoidedAt: status.unvoided_date_utc,
    ownExpiresAt: status.expiry_date_utc,
  };
}

function moneyOf(given: string | null): string | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,3})\d*)?$/.exec(given ?? '') ?? [];
  return whole === undefined ? null : `${whole}.${decimals.padEnd(3, '0')}`;
}

/** The facts that the source may change after the move. */
const states = [
  ...['openedAt', 'startedAt', 'claimedAt', 'claimType', 'validatedAt', 'lockedAt', 'voidedAt', 'unvoidedAt'],
  ...['moneySpent', 'customField1', 'customField2', 'customField3', 'customField4', 'customField5', 'customField6'],
  'customField7',
] as (keyof Row)[];

function differs(one: Row, other: Row): boolean {
  // Opening the page changes no other fact here, so any other difference comes from the source.
  return states.some((name) => !same(one[name], other[name]) && !(name === 'openedAt' && other.openedAt === null));
}

/** Compares values. In times, servers omit a fraction that is zero. */
function same(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value == null ? '' : String(value).replace(/(:\d\d)\.0+$/, '$1'));
  return plain(one) === plain(other);
}

async function insertSessions(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  await insertRows(transaction, couponSessions, rows);
  await insertMarks(transaction, rows, ['opened', 'claimed', 'validated']);
  await insertKeys(transaction, rows);
  await insertIdentities(transaction, rows);
}

/**
 * Inserts identities. The oldest session of a customer gets the identity, and the source lists older sessions later.
 */
async function insertIdentities(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  const identities = rows.flatMap(({ couponId, sequence, emailKey, phoneKey, customId }) => {
    const values: [IdentityField, string | null][] = [
      ['EMAIL', emailKey],
      ['PHONE', phoneKey],
      ['CUSTOM_ID', customId],
    ];
    return values.flatMap(([field, value]) => (value ? [{ couponId, field, value, sequence }] : []));
  });
  const newest = Math.max(...rows.map(({ sequence }) => sequence));
  for (const [field, same] of Map.groupBy(identities, ({ field }) => field))
    await removeNewerIdentities(transaction, { couponId: same[0]?.couponId ?? '', field, newest }, same);
  await insertRows(transaction, sessionIdentities, identities, { insert: transaction.dialect.insertIfAbsent });
}

async function overwrite(transaction: Transaction, { before, after }: { before: Row; after: Row }): Promise<void> {
  const changes = Object.fromEntries(states.map((name) => [name, after[name]]));
  const openedAt = after.openedAt ?? before.openedAt;
  await updateRows(transaction, couponSessions, { sequence: before.sequence }, { ...changes, openedAt });
  await removeMarks(transaction, before);
  await insertMarks(transaction, [{ ...after, openedAt }], ['opened', 'claimed', 'validated']);
}

/** Counts the sessions on their original days. The events of the import do not contain these days. */
async function count(transaction: Transaction, fresh: readonly Row[], changed: readonly { before: Row; after: Row }[]) {
  const tally = new Tally();
  for (const row of fresh) add(tally, row, 1);
  for (const { before, after } of changed) {
    add(tally, before, -1);
    add(tally, { ...after, openedAt: after.openedAt ?? before.openedAt }, 1);
  }
  await tally.store(transaction);
}

function add(tally: Tally, row: Row, times: 1 | -1): void {
  const place = { accountId: row.accountId, campaignId: row.couponId };
  for (const { at, counts } of factsOf(row)) {
    const signed = Object.entries(counts).map(([name, amount]) => [name, amount * times]);
    tally.add(place, quarterOf(at), Object.fromEntries(signed) as Partial<Counts>);
  }
}

async function recordImport(
  transaction: Transaction,
  accountId: string,
  campaignId: string,
  { stored, first, last }: Step['counted'],
): Promise<void> {
  if (stored === 0) return;
  await record(transaction, {
    ...{ kind: 'COUPON_EDIT', type: 'coupon_batch_created', accountId, keyId: null, campaignId },
    data: { amount: stored, firstSequence: first, lastSequence: last, status: 'IMPORTED' },
  });
}
