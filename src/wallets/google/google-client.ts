import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Integration, integrations, settingsOf } from '../../messaging/integration/integration.ts';
import { GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import type { ServiceAccount } from '../../messaging/platform/google/service-account.ts';
import type { GoogleSettings } from '../../messaging/platform/platform-settings.ts';

/** Google Wallet as the issuer of an account sees it. */
export interface GoogleClient {
  integration: Integration;
  issuerId: string;
  /** The account that signs links; null if the integration captures passes. */
  account: ServiceAccount | null;
  wallet: Pick<GoogleWallet, 'put' | 'patch' | 'addMessage'>;
}

interface Means {
  secrets: Secrets;
  outbound: Outbound;
}

/** The issuer of accounts that capture passes. */
export const capturedIssuer = 'capture';

/** Known clients by integration, because they keep access tokens. */
const known = new Map<string, { version: number; client: GoogleClient }>();
const mostKnown = 1000;

/** Returns the client of the account, or null if it is not connected with Google Wallet. */
export async function findGoogleClient(
  database: Database,
  means: Means,
  accountId: string,
): Promise<GoogleClient | null> {
  const integration = await findGoogle(database, accountId);
  return integration && googleClientOf(integration, means);
}

/** Returns the client of an integration with Google Wallet. */
export function googleClientOf(integration: Integration, means: Means): GoogleClient {
  if (integration.provider === 'CAPTURE')
    return { integration, issuerId: capturedIssuer, account: null, wallet: capturingWallet };
  const { id, version } = integration;
  const former = known.get(id);
  if (former?.version === version) return { ...former.client, integration };
  const settings = settingsOf(integration, means.secrets) as GoogleSettings;
  const wallet = new GoogleWallet(settings, means.outbound);
  const client = { integration, issuerId: settings.issuerId, account: settings, wallet };
  if (known.size >= mostKnown) known.clear();
  known.set(id, { version, client });
  return client;
}

/** Returns the id of the class of a coupon or loyalty card at Google. */
export function classIdOf(issuerId: string, campaignId: string): string {
  return `${issuerId}.${campaignId}`;
}

/** Returns the id of the object of a pass at Google. */
export function objectIdOf(issuerId: string, passId: string): string {
  return `${issuerId}.${passId}`;
}

/** Calls nobody. */
const capturingWallet: GoogleClient['wallet'] = {
  put: async () => ({ outcome: 'DONE' }),
  patch: async () => ({ outcome: 'DONE' }),
  addMessage: async () => ({ outcome: 'DONE' }),
};

const findGoogle = shared<string, Integration | null>(async (database, accountIds) => {
  const found = await findRows(database, integrations, {
    accountId: [...new Set(accountIds)],
    channel: 'GOOGLE_WALLET',
    disconnectedAt: null,
  });
  const byAccount = new Map(found.map((integration) => [integration.accountId, integration]));
  return accountIds.map((id) => byAccount.get(id) ?? null);
});
