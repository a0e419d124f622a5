import { transactFor } from '../../accounts/account/account-root.ts';
import { type ImportStep, importSteps, removeSteps } from '../../external-ids/step-of-import.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import { findRows, insertRows } from '../../kernel/database/rows.ts';
import { now } from '../../kernel/values/instant.ts';
import type { Source } from './source.ts';

export const kinds = ['coupons', 'sessions', 'cards', 'users', 'directories', 'members', 'groups', 'contacts'] as const;
export type Kind = (typeof kinds)[number];

export interface Step {
  name: string;
  kind: Kind;
  page: number;
  nextSequence: number | null;
  finished: boolean;
  counted: Counted;
}

export interface Counted {
  read: number;
  stored: number;
  changed: number;
  unchanged: number;
  conflicts: number;
  problems: { id: string; what: string }[];
  /** The number of problems beyond those in the list. */
  moreProblems: number;
  /** The first sequence id of the reserved range. */
  floor?: number;
  first?: number;
  last?: number;
}

const maxProblems = 1000;

export const nothingCounted = (): Counted => ({
  ...{ read: 0, stored: 0, changed: 0, unchanged: 0, conflicts: 0 },
  ...{ problems: [], moreProblems: 0 },
});

/** Adds a note for the operator. `isConflict` means that the object was not stored. */
export function note({ counted }: Step, id: string, what: string, isConflict = false): void {
  if (isConflict) counted.conflicts += 1;
  if (counted.problems.length < maxProblems) counted.problems.push({ id, what });
  else counted.moreProblems += 1;
}

/** Cuts texts to the length of the column, and notes what was cut. */
export function textsIn<Item extends object>(step: Step, id: string, item: Item) {
  return (field: keyof Item & string, length: number): string | null => {
    const value = (item[field] ?? null) as string | null;
    if (value === null || value.length <= length) return value;
    note(step, id, `${field} was cut to ${length} characters`);
    return value.slice(0, length);
  };
}

export interface PartOfList<Item> {
  items: Item[];
  page: number;
  isLast: boolean;
}

/** A transaction that stores a part together with the progress of its step. */
export interface Storing<Item = unknown> extends PartOfList<Item> {
  accountId: string;
  dryRun: boolean;
  transaction: Transaction;
  step: Step;
}

export class AccountMove {
  readonly database: Database;
  readonly source: Source;
  readonly accountId: string;
  readonly dryRun: boolean;
  readonly #name: string;
  readonly #steps = new Map<string, Step>();

  constructor(
    database: Database,
    source: Source,
    { accountId, name, dryRun }: { accountId: string; name: string; dryRun: boolean },
  ) {
    this.database = database;
    this.source = source;
    this.accountId = accountId;
    this.#name = name;
    this.dryRun = dryRun;
  }

  /** Opens the move. If the earlier run had finished, starts over. */
  async open(): Promise<void> {
    if (this.dryRun) return;
    const rows = await findRows(this.database, importSteps, { accountId: this.accountId, source: this.#name });
    if (rows.some(({ step }) => step === 'end')) {
      await this.database.transaction((transaction) => removeSteps(transaction, this.accountId, this.#name));
      return;
    }
    for (const row of rows) this.#steps.set(row.step, readStep(row));
  }

  async close(): Promise<void> {
    const end = { ...blankStep('end', 'coupons'), finished: true };
    if (!this.dryRun) await this.database.transaction((transaction) => this.#save(transaction, end));
  }

  get steps(): readonly Step[] {
    return [...this.#steps.values()].filter(({ name }) => name !== 'begin' && name !== 'end');
  }

  step(name: string, kind: Kind): Step {
    const step = this.#steps.get(name) ?? blankStep(name, kind);
    this.#steps.set(name, step);
    return step;
  }

  storeOne(kind: Kind, external: string, store: (storing: Storing) => Promise<void>): Promise<void> {
    return this.storeParts(this.step(`${kind} ${external}`, kind), partsOf([external]), store);
  }

  /**
   * Stores items in parts, each in a transaction with its progress. Reads the next part in the meantime. `store` may
   * run again after a deadlock.
   */
  async storeParts<Item>(
    step: Step,
    parts: (from: number) => AsyncIterable<PartOfList<Item>>,
    store: (storing: Storing<Item>) => Promise<void>,
  ): Promise<void> {
    if (step.finished) return;
    for await (const part of readAhead(parts(step.page + 1))) {
      const change = async (transaction: Transaction) => {
        const draft = structuredClone(step);
        draft.counted.read += part.items.length;
        await store({ ...part, accountId: this.accountId, dryRun: this.dryRun, transaction, step: draft });
        Object.assign(draft, { page: part.page, finished: part.isLast });
        if (!this.dryRun) await this.#save(transaction, draft);
        return draft;
      };
      Object.assign(step, await transactFor(this.database, this.accountId, change, { bulk: true }));
    }
  }

  async #save(transaction: Transaction, { name, page, nextSequence, counted, finished }: Step): Promise<void> {
    const row: ImportStep = {
      ...{ accountId: this.accountId, source: this.#name, step: name, page, nextSequence },
      counted: JSON.stringify(counted),
      finishedAt: finished ? now() : null,
    };
    const ending = transaction.dialect.overwrite(
      'account_id, source, step',
      ...['page', 'next_sequence', 'counted', 'finished_at'],
    );
    await insertRows(transaction, importSteps, [row], { ending });
  }
}

function blankStep(name: string, kind: Kind): Step {
  return { name, kind, page: 0, nextSequence: null, finished: false, counted: nothingCounted() };
}

function readStep({ step: name, page, nextSequence, counted, finishedAt }: ImportStep): Step {
  const kind = name.split(' ')[0] as Kind;
  return { name, kind, page, nextSequence, finished: finishedAt !== null, counted: JSON.parse(counted) };
}

async function* readAhead<Item>(parts: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = parts[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = iterator.next();
    // The failure is handled when the part is needed.
    next.catch(() => undefined);
    yield value;
  }
}

const itemsAtOnce = 500;

export function partsOf<Item>(items: readonly Item[]): (from: number) => AsyncGenerator<PartOfList<Item>> {
  return async function* (from) {
    for (let page = from; ; page += 1) {
      const end = page * itemsAtOnce;
      yield { items: items.slice(end - itemsAtOnce, end), page, isLast: end >= items.length };
      if (end >= items.length) return;
    }
  };
}

export const pageSize = 100;

export function pagePath(path: string, page: number): string {
  return `${path}?pagination%5Bpage%5D=${page}&pagination%5Blimit%5D=${pageSize}`;
}

export const idOf = ({ id }: { id: string }) => id;

/** Yields pages up to the last one, which is not full. */
export function pagesOf<Item>(
  read: (page: number) => Promise<Item[]>,
  keyOf: (item: Item) => string,
): (from: number) => AsyncGenerator<PartOfList<Item>> {
  return async function* (from) {
    let items: Item[] = [];
    let former = '';
    for (let page = from; ; page += 1) {
      const found = await read(page);
      const first = found[0] === undefined ? '' : keyOf(found[0]);
      // A source that has no pages returns the whole list for any page.
      const isRepeated = first !== '' && first === former;
      const isLast = found.length !== pageSize || isRepeated;
      former = first;
      if (!isRepeated) items.push(...found);
      if (!isLast && items.length < itemsAtOnce) continue;
      for (let begin = 0; begin === 0 || begin < items.length; begin += itemsAtOnce) {
        const end = begin + itemsAtOnce;
        const atEnd = isLast && end >= items.length;
        // If the process is killed, the page is read again unless all its items are stored.
        yield { items: items.slice(begin, end), page: end >= items.length ? page : page - 1, isLast: atEnd };
      }
      if (isLast) return;
      items = [];
    }
  };
}
