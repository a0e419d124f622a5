import { expect, test } from 'vitest';
import {
  type BalanceChange,
  changeHolding,
  type Holding,
  termsOf,
} from '../../../src/loyalty/balance/balance-rules.ts';
import { maxLots } from '../../../src/loyalty/balance/lot-rules.ts';
import type { LedgerEntry } from '../../../src/loyalty/ledger/ledger.ts';

const monday = '2026-03-02 00:00:00.000';
const tuesday = '2026-03-03 00:00:00.000';
const wednesday = '2026-03-04 00:00:00.000';
const none: Holding = { stamps: 0, points: 0, filledCards: 0, rewards: [], lots: [] };

/** Changes the points of a member, and keeps the entries. */
class Points {
  holding = none;
  readonly #reversed = new Set<string | null>();
  readonly #entries: LedgerEntry[] = [];

  add(amount: number, expiresAt: string): LedgerEntry {
    return this.#change({ action: 'ADD', unit: 'POINTS', amount }, { expiresAt });
  }

  addMany(times: number, expiresAt: string): void {
    for (let time = 0; time < times; time += 1) this.add(1, expiresAt);
  }

  remove(amount: number): LedgerEntry {
    return this.#change({ action: 'REMOVE', unit: 'POINTS', amount });
  }

  expire(at: string): void {
    while (this.holding.lots.some(({ expiresAt }) => expiresAt <= at)) this.#change({ action: 'EXPIRE' }, { at });
  }

  reverse(entry: LedgerEntry): void {
    const lotOf = ({ lots }: LedgerEntry) => JSON.parse(lots ?? '[[]]')[0][0];
    const isLeft = ({ id, reason }: LedgerEntry) => reason === 'POINTS_EXPIRED' && !this.#reversed.has(id);
    const expiries = this.#entries.filter((each) => isLeft(each) && lotOf(each) === lotOf(entry));
    this.#change({ action: 'REVERSE', entry, expiries });
  }

  points(expiresAt: string): number {
    const lots = this.holding.lots.filter((lot) => lot.expiresAt === expiresAt);
    return lots.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  #change(change: BalanceChange, { expiresAt = monday, at = '2026-03-01 00:00:00.000' } = {}): LedgerEntry {
    const facts = { member: 1, terms: termsOf(null, [], expiresAt), at };
    const { holding, entries } = changeHolding(this.holding, change, facts);
    this.holding = holding;
    this.#entries.push(...(entries as LedgerEntry[]));
    for (const { reverses } of entries) this.#reversed.add(reverses);
    return entries.at(-1) as LedgerEntry;
  }
}

function memberWithMany(): Points {
  const member = new Points();
  member.addMany(maxLots - 1, monday);
  member.add(7, tuesday);
  return member;
}

test('a member with many lots gets no more of them for a day that has one', () => {
  const member = memberWithMany();

  member.addMany(50, monday);
  member.addMany(50, tuesday);
  member.addMany(50, wednesday);

  expect(member.holding.lots).toHaveLength(maxLots + 1);
  expect([monday, tuesday, wednesday].map((day) => member.points(day))).toEqual([maxLots - 1 + 50, 57, 50]);
});

test('a reversal returns the points with their expiry, but makes no more lots', () => {
  const member = memberWithMany();
  for (let time = 0; time < 3; time += 1) {
    const before = member.points(monday);
    const removed = member.remove(before);
    member.addMany(maxLots - 1, monday);

    member.reverse(removed);

    expect(member.points(monday)).toBe(before + maxLots - 1);
    expect(member.holding.lots).toHaveLength(maxLots);
  }
});

test('points that joined a lot are taken back from it', () => {
  const member = memberWithMany();
  const joined = member.add(3, tuesday);

  member.reverse(joined);

  expect([member.points(monday), member.points(tuesday)]).toEqual([maxLots - 1, 7]);
});

test('points that joined a lot and expired are not taken twice', () => {
  const member = memberWithMany();
  const joined = member.add(3, tuesday);
  member.add(20, wednesday);
  member.expire(tuesday);

  member.reverse(joined);
  member.expire(tuesday);

  expect(member.holding.points).toBe(20);
  expect(member.points(wednesday)).toBe(20);
});
