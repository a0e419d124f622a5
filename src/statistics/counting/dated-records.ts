import type { Instant } from '../../kernel/values/instant.ts';
import type { LedgerEntry } from '../../loyalty/ledger/ledger.ts';
import { type Counts, thousandthsOf } from '../tally/counters.ts';
import { countsOfEntry } from './counted-event.ts';

/** A record and the times of what has happened to it. A time is absent in the rows of other sources. */
export interface RecordRow {
  rowKey: number | string;
  accountId: string;
  campaignId: string;
  createdAt?: Instant;
  openedAt?: Instant | null;
  savedToAppleAt?: Instant | null;
  savedToGoogleAt?: Instant | null;
  claimedAt?: Instant | null;
  validatedAt?: Instant | null;
  voidedAt?: Instant | null;
  moneySpent?: string | null;
  sentAt?: Instant | null;
  deliveredAt?: Instant | null;
  failedAt?: Instant | null;
  suppressedAt?: Instant | null;
  joinedAt?: Instant;
  entryAt?: Instant;
  entry?: LedgerEntry['reason'];
  unit?: LedgerEntry['unit'];
  delta?: number;
  rewardId?: string | null;
  /** Whether the entry reverses the use of a reward. */
  isOfUse?: number;
}

interface RecordSource {
  /** Selects the rows after a key, in the order of their keys. */
  sql: string;
  /** A key before all others. */
  before: number | string;
}

const times = (alias: string, ...columns: string[]) =>
  columns
    .map((column) => {
      const property = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      return `CAST(${alias}.${column} AS CHAR(23)) AS ${property}`;
    })
    .join(', ');

/** Where the times of what has happened stand. */
export const recordSources: readonly RecordSource[] = [
  {
    sql: `SELECT s.sequence AS rowKey, s.account_id AS accountId, s.coupon_id AS campaignId, s.money_spent AS moneySpent,
        ${times('s', 'created_at', 'opened_at', 'saved_to_apple_at', 'saved_to_google_at', 'claimed_at', 'validated_at', 'voided_at')}
      FROM coupon_sessions s WHERE s.sequence > :after ORDER BY s.sequence`,
    before: 0,
  },
  {
    sql: `SELECT m.number AS rowKey, m.account_id AS accountId, m.campaign_id AS campaignId, ${times('m', 'sent_at', 'delivered_at')},
        CASE WHEN m.status = 'FAILED' THEN CAST(m.finished_at AS CHAR(23)) END AS failedAt,
        CASE WHEN m.status = 'SUPPRESSED' THEN CAST(m.finished_at AS CHAR(23)) END AS suppressedAt
      FROM messages m WHERE m.number > :after ORDER BY m.number`,
    before: 0,
  },
  {
    sql: `SELECT m.number AS rowKey, m.account_id AS accountId, m.card_id AS campaignId, CAST(m.created_at AS CHAR(23)) AS joinedAt
      FROM loyalty_memberships m WHERE m.number > :after ORDER BY m.number`,
    before: 0,
  },
  {
    sql: `SELECT l.number AS rowKey, m.account_id AS accountId, m.card_id AS campaignId, CAST(l.created_at AS CHAR(23)) AS entryAt,
        l.reason AS entry, l.unit AS unit, l.delta AS delta, l.reward_id AS rewardId, r.reason = 'REWARD_USED' AS isOfUse
      FROM ledger_entries l JOIN loyalty_memberships m ON m.number = l.membership
      LEFT JOIN ledger_entries r ON r.id = l.reverses WHERE l.number > :after ORDER BY l.number`,
    before: 0,
  },
  {
    sql: `SELECT u.id AS rowKey, u.account_id AS accountId, u.directory_id AS campaignId, CAST(u.created_at AS CHAR(23)) AS joinedAt
      FROM directory_users u WHERE u.id > :after ORDER BY u.id`,
    before: '',
  },
];

/** What happened at a time. */
interface Fact {
  at: Instant;
  counts: Partial<Counts>;
}

/** Returns what has happened to a record, as far as it still shows. */
export function factsOf(row: RecordRow): Fact[] {
  const money = thousandthsOf(row.moneySpent);
  const facts: [Instant | null | undefined, Partial<Counts>][] = [
    [row.createdAt, { created: 1 }],
    [row.openedAt, { opened: 1 }],
    [row.savedToAppleAt, { saved: 1 }],
    [row.savedToGoogleAt, { saved: 1 }],
    [row.claimedAt, { claimed: 1 }],
    [row.validatedAt, { validated: 1, ...(money > 0 && { moneySpent: money }) }],
    [row.voidedAt, { voided: 1 }],
    [row.sentAt, { sent: 1 }],
    [row.deliveredAt, { delivered: 1 }],
    [row.failedAt, { failed: 1 }],
    [row.suppressedAt, { suppressed: 1 }],
    [row.joinedAt, { members: 1 }],
    [row.entryAt, entryCounts(row)],
  ];
  return facts.flatMap(([at, counts]) => (at ? [{ at, counts }] : []));
}

function entryCounts({ entry, unit, delta = 0, rewardId = null, isOfUse }: RecordRow): Partial<Counts> {
  return entry && unit ? countsOfEntry({ reason: entry, unit, delta, rewardId }, isOfUse === 1) : {};
}
