import type { Connection } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { type Integration, integrationRow } from '../../messaging/integration/integration.ts';
import { capturedIssuer } from '../google/google-client.ts';
import type { WalletPlatform } from '../pass/pass.ts';
import { capturedPassType } from '../pass-file/pass-signer.ts';

/** A wallet with which an account is connected. */
export interface Wallet {
  platform: WalletPlatform;
  integration: Integration;
  /** The pass type or issuer of the passes that can be told of changes. */
  issuer: string;
}

const channels = { GOOGLE: 'GOOGLE_WALLET', APPLE: 'APPLE_WALLET' } as const;

/** The wallets in the order in which their passes are told of a push: Google needs one call for all. */
export const platforms = ['GOOGLE', 'APPLE'] as const satisfies readonly WalletPlatform[];

/** Returns the wallets with which the account is connected. */
export async function walletsOf(connection: Connection, accountId: string): Promise<Wallet[]> {
  const wallets: Wallet[] = [];
  for (const platform of platforms) {
    const integration = await findRow(connection, integrationRow, { accountId, channel: channels[platform] });
    if (integration) wallets.push({ platform, integration, issuer: issuerOf(integration) });
  }
  return wallets;
}

function issuerOf({ provider, channel, shown }: Integration): string {
  const isGoogle = channel === channels.GOOGLE;
  if (provider === 'CAPTURE') return isGoogle ? capturedIssuer : capturedPassType;
  const { passType = '', issuerId = '' } = JSON.parse(shown) as { passType?: string; issuerId?: string };
  return isGoogle ? issuerId : passType;
}
