import type { Logger } from 'pino';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, updateRows } from '../../kernel/database/rows.ts';
import type { LearningDevice } from '../device/changed-passes.ts';
import { walletDevices } from '../device/device.ts';
import { countFetched } from './push.ts';

const pauseMilliseconds = 1000;
const devicesAtOnce = 500;

/**
 * The maximum number of waiting fetches. It limits the memory while the database is slow, and further devices are not
 * counted.
 */
const maxWaiting = 10_000;

/** Counts fetches in batches, because hundreds of devices may fetch in a second. A device counts once per push. */
export class PushFetches {
  readonly #database: Database;
  readonly #log: Logger;
  #waiting = new Map<number, Set<number>>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database.background;
    this.#log = log;
  }

  note({ device, messages }: LearningDevice): void {
    if (messages.length === 0 || this.#waiting.size >= maxWaiting) return;
    const known = this.#waiting.get(device);
    this.#waiting.set(device, new Set([...(known ?? []), ...messages]));
    this.#timer ??= setTimeout(() => void this.#write(), pauseMilliseconds).unref();
  }

  async #write(): Promise<void> {
    const learning = [...this.#waiting].map(([device, messages]) => ({ device, messages: [...messages] }));
    this.#waiting = new Map();
    this.#timer = undefined;
    try {
      for (let from = 0; from < learning.length; from += devicesAtOnce) {
        const part = learning.slice(from, from + devicesAtOnce);
        await this.#database.transaction((transaction) => countLearning(transaction, part));
      }
    } catch (error) {
      this.#log.error({ err: error }, 'devices that fetch a push were not counted');
    }
  }
}

export async function countLearning(transaction: Transaction, learning: readonly LearningDevice[]): Promise<void> {
  const found = await findRows(
    transaction,
    walletDevices,
    { number: learning.map(({ device }) => device) },
    { select: ['number', 'countedChange'], order: { number: 'ASC' }, lock: 'exclusive' },
  );
  const counted = new Map(found.map(({ number, countedChange }) => [number, countedChange]));
  const fresh = learning.flatMap(({ device, messages }) => {
    const before = counted.get(device);
    const news = before === undefined ? [] : messages.filter((message) => message > before);
    return news.length > 0 ? [{ device, news, last: Math.max(...news) }] : [];
  });
  for (const [last, of] of Map.groupBy(fresh, (each) => each.last)) {
    const devices = of.map(({ device }) => device);
    await updateRows(transaction, walletDevices, { number: devices }, { countedChange: last });
  }
  const fetched = Map.groupBy(
    fresh.flatMap(({ news }) => news),
    (message) => message,
  );
  for (const message of [...fetched.keys()].sort((one, other) => one - other))
    await countFetched(transaction, message, fetched.get(message)?.length ?? 0);
}
