/* What the page reads from the API, and what a device keeps. */

export interface TillSettings {
  id: string;
  name: string;
  redeemsAtOnce: boolean;
  asksForMoney: boolean;
  askedFields: { number: number; label: string }[];
  offlineRedemption: 'REFUSE' | 'ACCEPT';
  merchant: { name: string } | null;
}

/** A paired device. */
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

/** Money and custom fields that were typed at a redemption, by the names of the API. */
export type Typed = Record<string, string>;

/** Why the service refused. */
export interface Refused {
  code: string;
  message: string;
  at?: string | null;
  by?: string | null;
  keyId?: string | null;
  until?: string | null;
}

/** A redemption that was taken without an answer of the service, and is sent as soon as possible. */
export interface Kept {
  /** The place in the order in which they are sent. */
  number?: number;
  /** What was scanned. */
  code: string;
  scannedAt: string;
  /** The till at which it was taken. */
  tillId: string;
  tillName: string;
  /** The idempotency key, made at the scan. Every attempt has it. */
  key: string;
  typed: Typed;
  /** The session that the code means, known before the first attempt to redeem it. */
  session: string | null;
  /** Attempts to which the service answered with a failure of its own. */
  failures: number;
  /** Null while it waits. What was refused is kept until somebody has seen it. */
  refused: Refused | null;
}
