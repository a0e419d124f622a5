import type { CallProblem, SessionShown, Typed, UserShown } from './till-shapes.ts';

/** A scan. All attempts to redeem it have the same idempotency key. */
export interface Scan {
  code: string;
  key: string;
  scannedAt: string;
}

/** A change to a card. All attempts have the same idempotency key. */
export interface CardChange {
  name: 'addStamps' | 'addPoints' | 'addPurchase' | 'useRewards' | 'redeemPoints';
  input: Record<string, unknown>;
  key: string;
  /** What the screen says after the change. */
  said: string;
}

export type Screen =
  | { is: 'starting' }
  | { is: 'unpaired'; refused: CallProblem | null }
  /** A pairing link was opened although the device is a till. */
  | { is: 'pairing'; token: string; refused: CallProblem | null }
  | { is: 'ready'; note?: 'undone' | 'noCode' }
  | { is: 'checking' }
  | { is: 'choice'; sessions: SessionShown[]; users: UserShown[]; scan: Scan }
  /** The session is held, and ready to be redeemed. `lost` means that an attempt to redeem it got no answer. */
  | { is: 'session'; session: SessionShown; scan: Scan; busy: boolean; lost: boolean; typed: Typed }
  | {
      is: 'redeemed';
      session: SessionShown;
      undoUntil: number;
      busy: boolean;
      problem: CallProblem | 'unreachable' | null;
    }
  | { is: 'refused'; refused: CallProblem; session: SessionShown | null }
  | {
      is: 'card';
      user: UserShown;
      amount: number;
      /** A purchase that is being typed. */
      purchase?: { spent: string; receipt: string };
      busy: boolean;
      said: string;
      problem: CallProblem | null;
      lost: CardChange | null;
    }
  /** The device is offline. */
  | { is: 'offline'; scan: Scan; may: 'take' | 'not' | 'full'; session: string | null }
  | { is: 'taken'; code: string; earlier: string | null }
  | { is: 'list' };
