import type { Logger } from 'pino';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { insertRows } from '../../kernel/database/rows.ts';
import { workingForAll } from '../../kernel/values/event-loop.ts';
import { now } from '../../kernel/values/instant.ts';
import type { CampaignProblem } from '../../vocabulary/campaign-problem.ts';
import { spans, statisticsRefusedAttempts } from '../tally/statistics.ts';
import { type Place, quarterOf, Tally } from '../tally/tally.ts';

const storedAfterMilliseconds = 1000;

/**
 * The maximum number of combinations of campaign, reason and quarter hour. Within a second, an installation has far
 * fewer.
 */
const maxKept = 10_000;

export interface ProblemCounts extends Place {
  code: string;
  quarter: number;
  amount: number;
}

/**
 * Stores refused attempts a second later. A crash loses the last ones. Refusals record no events, because somebody who
 * guesses codes could fill the log.
 */
export class ProblemCounter {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting = new Map<string, ProblemCounts>();
  #timer: NodeJS.Timeout | null = null;
  #storing = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Counts refused attempts. A refused batch counts each session that refused it, just as a successful batch counts
   * each session.
   */
  note(accountId: string, { campaignId, counts }: CampaignProblem): void {
    const quarter = quarterOf(now());
    for (const { code, count } of counts) this.#add({ accountId, campaignId, code, quarter, amount: count });
    this.#timer ??= setTimeout(() => void this.store(), storedAfterMilliseconds).unref();
  }

  /**
   * Stores the waiting attempts, and waits for those that are being stored. Tries again while the database is
   * unavailable.
   */
  store(): Promise<void> {
    this.#storing = this.#storing.then(() => workingForAll(() => this.#storeWaiting()));
    return this.#storing;
  }

  async #storeWaiting(): Promise<void> {
    const counts = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (counts.length === 0) return;
    try {
      await this.#database.transaction((transaction) => storeProblemCounts(transaction, counts));
    } catch (error) {
      this.#log.warn({ err: error }, 'refused attempts were not stored');
      for (const problemCount of counts) this.#add(problemCount);
      this.#timer ??= setTimeout(() => void this.store(), storedAfterMilliseconds).unref();
    }
  }

  #add(problemCount: ProblemCounts): void {
    const key = `${problemCount.accountId} ${problemCount.campaignId} ${problemCount.code} ${problemCount.quarter}`;
    const known = this.#waiting.get(key);
    if (known) known.amount += problemCount.amount;
    else if (this.#waiting.size < maxKept) this.#waiting.set(key, problemCount);
  }
}

export async function storeProblemCounts(transaction: Transaction, counts: readonly ProblemCounts[]): Promise<void> {
  const tally = new Tally();
  for (const { quarter, amount, ...place } of counts) tally.add(place, quarter, { refused: amount });
  await tally.store(transaction);
  const ending = transaction.dialect.addTo('campaign_id, span, bucket, code', 'amount');
  await insertRows(transaction, statisticsRefusedAttempts, rowsOf(counts), { ending });
}

/** Returns rows in the order of their keys, so that two processes cannot deadlock. */
function rowsOf(counts: readonly ProblemCounts[]) {
  const rows = new Map<string, { campaignId: string; span: number; bucket: number; code: string; amount: number }>();
  for (const { accountId, campaignId, code, quarter, amount } of counts) {
    for (const id of campaignId ? [accountId, campaignId] : [accountId]) {
      for (const span of spans) {
        const bucket = quarter - (quarter % span);
        const key = `${id} ${span} ${bucket} ${code}`;
        const row = rows.get(key) ?? { campaignId: id, span, bucket, code, amount: 0 };
        rows.set(key, row);
        row.amount += amount;
      }
    }
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
