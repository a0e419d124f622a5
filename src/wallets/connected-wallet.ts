import type { Connection } from '../kernel/database/database.ts';
import { batched } from '../kernel/database/loaders.ts';
import { findRows } from '../kernel/database/rows.ts';
import { type Integration, integrationRow } from '../messaging/integration/integration.ts';
import type { ShownSettings } from '../messaging/platform/platform.ts';

export type WalletPlatform = 'APPLE' | 'GOOGLE';

export interface Wallet {
  platform: WalletPlatform;
  integration: Integration;
  /** The pass type id at Apple, or the issuer id at Google. */
  issuer: string;
  expiresAt: string | null;
}

/** The wallets in the order of a push. Google comes first, because it needs only one call for all passes. */
export const platforms = ['GOOGLE', 'APPLE'] as const satisfies readonly WalletPlatform[];

export async function walletsOf(connection: Connection, accountId: string): Promise<Wallet[]> {
  return (await readWallets(connection, [accountId])).get(accountId) ?? [];
}

/** Like `walletsOf`, but simultaneous calls share a statement. */
export const findWallets = batched<string, Wallet[]>(async (database, accountIds) => {
  const wallets = await readWallets(database, accountIds);
  return accountIds.map((id) => wallets.get(id) ?? []);
});

async function readWallets(connection: Connection, accountIds: readonly string[]): Promise<Map<string, Wallet[]>> {
  const which = { accountId: [...new Set(accountIds)], channel: ['APPLE_WALLET', 'GOOGLE_WALLET'] as const };
  const found = await findRows(connection, integrationRow, which, { order: { channel: 'DESC' } });
  return Map.groupBy(found.map(walletOf), ({ integration }) => integration.accountId);
}

export const capturedIssuer = 'capture';
export const capturedPassType = 'pass.capture';

function walletOf(integration: Integration): Wallet {
  const isCaptured = integration.provider === 'CAPTURE';
  const { passType = '', expiresAt = '', issuerId = '' } = JSON.parse(integration.shown) as ShownSettings;
  if (integration.channel === 'GOOGLE_WALLET')
    return { platform: 'GOOGLE', integration, issuer: isCaptured ? capturedIssuer : issuerId, expiresAt: null };
  return isCaptured
    ? { platform: 'APPLE', integration, issuer: capturedPassType, expiresAt: null }
    : { platform: 'APPLE', integration, issuer: passType, expiresAt };
}
