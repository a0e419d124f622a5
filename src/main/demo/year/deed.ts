import type { Transaction } from '../../../kernel/database/database.ts';
import type { Instant } from '../../../kernel/values/instant.ts';

export interface YearInput {
  seed: number;
  /** When the demo began. */
  until: Instant;
  account: string;
  /** The key of the demo, which stands for the office. */
  office: string;
  /** In the order of the shops. */
  tills: string[];
  merchants: string[];
  campaigns: string[];
  folders: Record<string, string>;
  cards: string[];
  directory: string;
  offers: string[];
  group: string;
  endpoints: { failing: string; healthy: string };
  /** The first of the reserved numbers. */
  firstSession: number;
  firstMembership: number;
}

export interface Making {
  transaction: Transaction;
  input: YearInput;
  /** Also the time of `now`. */
  at: Instant;
}

/** Numbered from 0 in the order of creation. */
export interface Numbered {
  number: number;
}

export interface Deed {
  at: Instant;
  sessions?: readonly Numbered[];
  membership?: Numbered;
  /** Claiming takes a code from the pool. */
  claims?: boolean;
  run: (making: Making) => Promise<unknown>;
}

export const shopShares = [40, 30, 18, 12];
