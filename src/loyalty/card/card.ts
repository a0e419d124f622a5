import { batchedRow } from '../../kernel/database/batched-rows.ts';
import {
  absent,
  applyChanges,
  column,
  columnsOf,
  type Optional,
  reference,
  type Stored,
  selectList,
  table,
} from '../../kernel/database/columns.ts';
import type { Connection, Database, Transaction } from '../../kernel/database/database.ts';
import { type Brief, longTexts } from '../../kernel/database/long-texts.ts';
import { rowOf } from '../../kernel/database/rows.ts';
import { type EventType, record } from '../../kernel/event-log/event.ts';
import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { randomCode } from '../../kernel/values/random-ids.ts';
import { changesIn, type FieldValues, fieldColumns } from '../../vocabulary/fields.ts';
import { newId } from '../../vocabulary/ids.ts';
import type { PointsRounding } from '../purchase/purchase-points.ts';
import { cardFields } from './card.fields.ts';

export const cardTypes = ['STAMP', 'MEMBERSHIP'] as const;
export const cardMedia = ['WEB', 'WALLET'] as const;

/** A campaign whose users collect stamps or points and earn rewards. */
export type LoyaltyCard = Stored<typeof loyaltyCards>;

export const loyaltyCards = table({
  name: 'LoyaltyCard',
  tableName: 'loyalty_cards',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    /** The code in the card's public address, unique within the installation. */
    code: column.text(8),
    name: column.text(50),
    domain: column.textOrNull(253),
    type: column.text<(typeof cardTypes)[number]>(10),
    /** Where customers keep the card. It determines the kind of the events. */
    medium: column.text<(typeof cardMedia)[number]>(10),
    /** Null unless it is a stamp card. */
    stampsRequired: column.integerOrNull,
    /** The maximum number of stamps that a user receives a day, or of points on a membership card. Null for none. */
    maxPerDay: column.integerOrNull,
    /** How many points a purchase gives for each unit of money, as a decimal number. Null if it gives none. */
    pointsPerAmount: column.textOrNull(12),
    pointsRounding: column.text<PointsRounding>(10),
    /** For how many days new points are valid. Null for no limit. */
    pointsValidDays: column.integerOrNull,
    ...fieldColumns(cardFields),
    createdAt: column.instant,
    /** Null while the card is in use. */
    deactivatedAt: column.instantOrNull,
    /** Set on deletion. A job then removes the row and its users. */
    deletedAt: column.instantOrNull,
  },
  indices: [
    { name: 'loyalty_cards_code', columns: ['code'], unique: true },
    { name: 'loyalty_cards_account', columns: ['accountId', 'createdAt'] },
  ],
  foreignKeys: [reference('loyalty_cards_account_fk', 'accountId', 'accounts')],
});

export const cardRow = rowOf(loyaltyCards, { missing: 'LOYALTY_CARD_NOT_FOUND', existing: { deletedAt: null } });

/** Cards in lists, without their long texts. */
export const cardTexts = longTexts(cardRow, ['description']);

export type BriefCard = Brief<LoyaltyCard, 'description'>;

const findCardById = batchedRow(cardRow);

/** Like `requireRow` with `cardRow`, but simultaneous calls share a statement. */
export async function requireCard(
  database: Database,
  { accountId, id }: Pick<LoyaltyCard, 'accountId' | 'id'>,
): Promise<LoyaltyCard> {
  const card = await findCardById(database, id);
  if (card?.accountId !== accountId) throw new Problem(cardRow.missing);
  return card;
}

/** `undefined` keeps a value; `null` clears it. */
export type CardChanges = Optional<FieldValues<typeof cardFields>> & {
  name?: string | null | undefined;
  domain?: string | null | undefined;
  active?: boolean | null | undefined;
  stampsRequired?: number | null | undefined;
  maxPerDay?: number | null | undefined;
  pointsValidDays?: number | null | undefined;
  pointsPerAmount?: string | null | undefined;
  pointsRounding?: PointsRounding | null | undefined;
};

/** Applies changes in memory. Throws `NOT_A_STAMP_CARD` if they set a number of stamps on another type of card. */
export function changeCard(card: LoyaltyCard, changes: CardChanges): void {
  const { name, domain, active, stampsRequired, maxPerDay, pointsPerAmount, pointsRounding, pointsValidDays } = changes;
  if (active != null) card.deactivatedAt = active ? null : (card.deactivatedAt ?? now());
  if (stampsRequired && card.type !== 'STAMP') throw new Problem('NOT_A_STAMP_CARD');
  const plain = changesIn(cardFields, changes);
  const ofPoints = { pointsPerAmount, pointsRounding, pointsValidDays };
  const ofStamps = { stampsRequired: stampsRequired ?? undefined };
  applyChanges(loyaltyCards, card, { ...plain, name, domain, maxPerDay, ...ofPoints, ...ofStamps });
}

export function blankCard(
  account: { id: string; domain: string | null },
  type: LoyaltyCard['type'],
  medium: LoyaltyCard['medium'],
): LoyaltyCard {
  return {
    ...absent(loyaltyCards),
    id: newId('loyaltyCard'),
    accountId: account.id,
    code: randomCode(8),
    name: '',
    domain: account.domain,
    type,
    medium,
    pointsRounding: 'DOWN',
    createdAt: now(),
  };
}

export function copyOf(card: LoyaltyCard, name: string | null | undefined): LoyaltyCard {
  const { id, code, createdAt } = blankCard({ id: card.accountId, domain: null }, card.type, card.medium);
  return { ...card, id, code, createdAt, name: name || card.name };
}

export type LoyaltyKind = 'WEB_LOYALTY' | 'WALLET_LOYALTY';

export function eventKindOf(medium: LoyaltyCard['medium']): LoyaltyKind {
  return medium === 'WEB' ? 'WEB_LOYALTY' : 'WALLET_LOYALTY';
}

export function creationTypeOf(medium: LoyaltyCard['medium']): EventType<LoyaltyKind> {
  return medium === 'WEB' ? 'loyalty_user_created' : 'loyalty_v3_created';
}

export function completionTypeOf(medium: LoyaltyCard['medium']): EventType<LoyaltyKind> {
  return medium === 'WEB' ? 'loyalty_complete' : 'loyalty_reward_earned';
}

/** Records an event. `data` is the card by default, or something that belongs to it, such as a reward. */
export async function recordCard(
  transaction: Transaction,
  card: LoyaltyCard,
  type: EventType<LoyaltyKind>,
  keyId: string,
  data: object = card,
): Promise<void> {
  const { accountId, id: campaignId, medium } = card;
  await record(transaction, { kind: eventKindOf(medium), type, accountId, keyId, campaignId, data });
}

/** A card at its public address, with the time zone of the dates that customers see. */
export type PublicCard = LoyaltyCard & { accountName: string; timezone: string };

const columns = selectList({ ...columnsOf(loyaltyCards, 'c'), accountName: 'a.name', timezone: 'a.timezone' });

export async function findPublicCard(connection: Connection, code: string): Promise<PublicCard | null> {
  const [card] = await connection.rows<PublicCard>(
    `SELECT ${columns} FROM loyalty_cards c JOIN accounts a ON a.id = c.account_id
     WHERE c.code = ? AND c.deleted_at IS NULL AND a.closed_at IS NULL`,
    [code],
  );
  return card ?? null;
}

/** Removes a deleted card and its users, but keeps its events. */
export const purgeLoyaltyCard = removalKind('purgeLoyaltyCard', 'card');

export const removeCard = removeDeleted('loyalty_cards');

export const nextCard = nextDeleted('loyalty_cards');
