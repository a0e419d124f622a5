import type { Database } from '../../src/kernel/database/database.ts';
import type { LoyaltyCard } from '../../src/loyalty/card/card.ts';
import type { LoyaltyUser } from '../../src/loyalty/user/loyalty-member.ts';
import type { GoogleSettings } from '../../src/messaging/platform/google/service-account.ts';
import { readServiceAccount } from '../../src/messaging/platform/google/service-account.ts';
import type { CouponSession } from '../../src/sessions/session/session.ts';
import type { Owner } from './client.ts';
import type { GoogleServer } from './google-server.ts';
import { makeIntegration } from './make.ts';
import { appleSettings } from './pass-certificates.ts';

type Options = Parameters<typeof appleSettings>[0] & {
  perSecond?: number;
  /** Settings in place of those of a pass certificate. */
  settings?: object;
};

/** Connects the account with Apple Wallet. */
export function connectApple(
  database: Database,
  owner: Owner,
  { perSecond, settings: given, ...options }: Options = {},
) {
  const { certificate, privateKey, intermediate } = appleSettings(options);
  const { passType = 'pass.example.bakery', team = 'TEAM123456' } = options;
  const expiresAt = options.days && options.days < 0 ? '2020-01-01 00:00:00.000' : '2090-01-01 00:00:00.000';
  const settings = { certificate, privateKey, intermediate, passType, team, expiresAt, ...given };
  return makeIntegration(database, owner, { channel: 'APPLE_WALLET', provider: 'APPLE', settings, perSecond });
}

/** Connects the account with Google Wallet. */
export function connectGoogle(
  database: Database,
  owner: Owner,
  server: GoogleServer,
  { perSecond, ...changes }: Partial<GoogleSettings> & { perSecond?: number } = {},
) {
  const account = readServiceAccount(server.serviceAccount);
  const settings = { ...account, issuerId: server.issuerId, baseUrl: server.url, ...changes };
  return makeIntegration(database, owner, { channel: 'GOOGLE_WALLET', provider: 'GOOGLE', settings, perSecond });
}

/** Returns the address of the pass of a session. */
export function couponPass(url: string, { couponCode, session }: CouponSession): string {
  return `${url}/p/${couponCode}/${session}/pass.pkpass`;
}

/** Returns the address of the pass of a loyalty user. */
export function cardPass(url: string, { code }: LoyaltyCard, { id }: LoyaltyUser): string {
  return `${url}/l/${code}/${id}/pass.pkpass`;
}

/** Returns the address that leads to Google Wallet, from that of the pass for Apple Wallet. */
export function googlePass(address: string): string {
  return address.replace(/pass\.pkpass$/, 'google-wallet');
}
