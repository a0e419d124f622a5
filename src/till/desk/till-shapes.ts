/* Data that the page reads from the API, and that a device keeps. */

export interface TillSettings {
  id: string;
  name: string;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  fields: { number: number; label: string }[];
  offlineRedemption: 'REFUSE' | 'ACCEPT';
  merchant: { name: string } | null;
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
  voidedAt: string | null;
  rewards: { id: string; name: string; usable: boolean; expiresAt: string | null }[];
  card: {
    name: string;
    title: string | null;
    type: 'STAMP' | 'MEMBERSHIP';
    active: boolean;
    stampsRequired: number | null;
    rewards: { id: string; name: string; cost: number | null; unit: 'STAMPS' | 'POINTS'; retiredAt: string | null }[];
  };
}

/** Money and custom fields that were typed at a redemption, by their names in the API. */
export type Typed = Record<string, string>;

export interface CallProblem {
  code: string;
  at?: string | null;
  by?: string | null;
  keyId?: string | null;
  until?: string | null;
}

/** A redemption without an answer from the service. It is sent as soon as possible. */
export interface KeptRedemption {
  /** The position in the sending order. */
  number?: number;
  code: string;
  scannedAt: string;
  tillId: string;
  tillName: string;
  /** The idempotency key of all attempts, made at the scan. */
  key: string;
  typed: Typed;
  /** The session of the code, known before the first attempt to redeem it. */
  session: string | null;
  /** Attempts that ended with a failure of the service. */
  failures: number;
  /** Null while it waits. A refused redemption is kept until it has been seen. */
  refused: CallProblem | null;
}
