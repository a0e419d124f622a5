import type { Database } from '../../kernel/database/database.ts';
import type { Outbound } from '../../kernel/outbound/outbound.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type Integration, settingsOf } from '../../messaging/integration/integration.ts';
import { GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import type { GoogleSettings, ServiceAccount } from '../../messaging/platform/google/service-account.ts';
import { capturedIssuer, findWallets } from '../connected-wallet.ts';

export interface GoogleClient {
  integration: Integration;
  issuerId: string;
  account: ServiceAccount | null;
  wallet: Pick<GoogleWallet, 'put' | 'patch' | 'addMessage'>;
}

interface GoogleServices {
  secrets: Secrets;
  outbound: Outbound;
}

/** The clients by integration. They are kept, because they hold access tokens. */
const known = new Map<string, { version: number; client: GoogleClient }>();
const maxKnown = 1000;

export async function findGoogleClient(
  database: Database,
  services: GoogleServices,
  accountId: string,
): Promise<GoogleClient | null> {
  const wallet = (await findWallets(database, accountId)).find(({ platform }) => platform === 'GOOGLE');
  return wallet ? googleClientOf(wallet.integration, services) : null;
}

export function googleClientOf(integration: Integration, services: GoogleServices): GoogleClient {
  if (integration.provider === 'CAPTURE')
    return { integration, issuerId: capturedIssuer, account: null, wallet: capturingWallet };
  const { id, version } = integration;
  const former = known.get(id);
  if (former?.version === version) return { ...former.client, integration };
  const settings = settingsOf(integration, services.secrets) as GoogleSettings;
  const wallet = new GoogleWallet(settings, services.outbound);
  const client = { integration, issuerId: settings.issuerId, account: settings, wallet };
  if (known.size >= maxKnown) known.clear();
  known.set(id, { version, client });
  return client;
}

export function classIdOf(issuerId: string, campaignId: string): string {
  return `${issuerId}.${campaignId}`;
}

export function objectIdOf(issuerId: string, passId: string): string {
  return `${issuerId}.${passId}`;
}

const capturingWallet: GoogleClient['wallet'] = {
  put: async () => ({ outcome: 'DONE' }),
  patch: async () => ({ outcome: 'DONE' }),
  addMessage: async () => ({ outcome: 'DONE' }),
};
