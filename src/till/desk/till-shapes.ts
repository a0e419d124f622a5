import type { PointsRounding } from '../../loyalty/purchase/purchase-points.ts';

/* The data that the page reads from the API, and that a device keeps. */

export interface TillSettings {
  id: string;
  name: string;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  fields: { number: number; label: string }[];
  offlineRedemption: 'REFUSE' | 'ACCEPT';
  location: { name: string } | null;
}

export interface Device {
  id: string;
  secret: string;
  till: TillSettings;
  account: string;
  isRevoked: boolean;
}

export interface SessionShown {
  session: string;
  firstName: string | null;
  lastName: string | null;
  value: string | null;
  validatedAt: string | null;
  voidedAt: string | null;
  lockedAt: string | null;
  expiresAt: string | null;
  createdAt: string;
  customValidationCode: string | null;
  coupon: {
    name: string;
    title: string | null;
    subtitle: string | null;
    description: string | null;
    termsShort: string | null;
    startDate: string | null;
    expiryDate: string | null;
    voidedAt: string | null;
    lockedAt: string | null;
    value: string | null;
    currency: string | null;
  };
}

export interface UserShown {
  id: string;
  userId: string;
  cardId: string;
  firstName: string | null;
  lastName: string | null;
  stamps: number;
  points: number;
  pointsExpiring: { points: number; expiresAt: string } | null;
  voidedAt: string | null;
  rewards: { id: string; name: string; usable: boolean; expiresAt: string | null }[];
  card: {
    name: string;
    title: string | null;
    type: 'STAMP' | 'MEMBERSHIP';
    active: boolean;
    stampsRequired: number | null;
    pointsPerAmount: string | null;
    pointsRounding: PointsRounding;
    rewards: { id: string; name: string; cost: number | null; unit: 'STAMPS' | 'POINTS'; retiredAt: string | null }[];
  };
}

/** The amount and the custom fields that were typed for a redemption, by their names in the API. */
export type Typed = Record<string, string>;

export interface CallProblem {
  code: string;
  at?: string | null;
  by?: string | null;
  keyId?: string | null;
  until?: string | null;
  /** The names of locations where the code is valid. */
  locations?: readonly string[];
  nextAt?: string | null;
}

/** A redemption that the till keeps until the service has accepted it, or until somebody has seen its refusal. */
export interface KeptRedemption {
  /** The position in the order of sending. */
  number?: number;
  code: string;
  scannedAt: string;
  tillId: string;
  tillName: string;
  /** The idempotency key of all attempts. The scan creates it. */
  key: string;
  typed: Typed;
  /** The session of the code. It is known before the first attempt to redeem it. */
  session: string | null;
  /** How many attempts ended with a failure of the service. */
  failures: number;
  /** The refusal, or null while it waits. A refused redemption is kept until somebody has seen it. */
  refused: CallProblem | null;
}
