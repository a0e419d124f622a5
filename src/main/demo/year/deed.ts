import type { Transaction } from '../../../kernel/database/database.ts';
import type { Instant } from '../../../kernel/values/instant.ts';

/** The ids of what the demo began with, and what determines the year. */
export interface YearInput {
  seed: number;
  /** When the year ends: when the demo began. */
  until: Instant;
  account: string;
  /** The key of the demo, which stands for the office. */
  office: string;
  /** The keys of the tills, in the order of the shops. */
  tills: string[];
  merchants: string[];
  /** The campaigns in the order of the table. */
  campaigns: string[];
  folders: Record<string, string>;
  /** The stamp card and the club. */
  cards: string[];
  directory: string;
  offers: string[];
  group: string;
  endpoints: { failing: string; healthy: string };
  /** The first of the reserved sequence ids of sessions, and of the reserved numbers of memberships. */
  firstSession: number;
  firstMembership: number;
}

export interface Making {
  transaction: Transaction;
  input: YearInput;
  /** When the deed happens, which is the time of `now` too. */
  at: Instant;
}

/** A session or a membership. The plan numbers them in the order of their creation, from 0. */
export interface Numbered {
  number: number;
}

/** Something that happens in the year. */
export interface Deed {
  at: Instant;
  sessions?: readonly Numbered[];
  membership?: Numbered;
  /** Whether it claims a session, which takes a code from the pool. */
  claims?: boolean;
  run: (making: Making) => Promise<unknown>;
}

/** How busy the four shops are. */
export const shopShares = [40, 30, 18, 12];
