import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { findRows } from '../../kernel/database/rows.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { type Integration, integrations } from '../../messaging/integration/integration.ts';
import type { ShownSettings } from '../../messaging/platform/provider.ts';
import { applePassPath, googlePassPath } from '../../vocabulary/links.ts';
import { capturedIssuer } from '../google/google-client.ts';
import { type WalletPass, type WalletPlatform, walletPasses } from '../pass/pass.ts';
import { capturedPassType } from '../pass-file/pass-signer.ts';

export interface OfferedPass {
  platform: WalletPlatform;
  path: string;
  pass: WalletPass | null;
}

export interface Offer {
  accountId: string;
  session: string | null;
  membership: number | null;
  path: string;
}

export async function offeredPasses(database: Database, offer: Offer): Promise<OfferedPass[]> {
  const issuers = await findIssuers(database, offer.accountId);
  return Promise.all(
    issuers.map(async ({ platform, issuer }) => ({
      platform,
      path: pathOf[platform](offer.path),
      pass: await findPass(database, { ...offer, issuer }),
    })),
  );
}

const pathOf: Record<WalletPlatform, (holder: string) => string> = { APPLE: applePassPath, GOOGLE: googlePassPath };

interface Issuer {
  platform: WalletPlatform;
  issuer: string;
}

type Connected = Pick<Integration, 'accountId' | 'channel' | 'provider' | 'shown'>;

/** Returns the issuers of an account, Apple's first. One whose certificate has expired is none. */
const findIssuers = shared<string, Issuer[]>(async (database, accountIds) => {
  const connected = await findRows(
    database,
    integrations,
    { accountId: [...new Set(accountIds)], channel: ['APPLE_WALLET', 'GOOGLE_WALLET'], disconnectedAt: null },
    { select: ['accountId', 'channel', 'provider', 'shown'], order: { channel: 'ASC' } },
  );
  const byAccount = Map.groupBy(connected, ({ accountId }) => accountId);
  return accountIds.map((id) => (byAccount.get(id) ?? []).flatMap((one) => issuerOf(one) ?? []));
});

function issuerOf({ channel, provider, shown }: Connected): Issuer | null {
  const isCaptured = provider === 'CAPTURE';
  const { passType, expiresAt = '', issuerId = '' } = JSON.parse(shown) as ShownSettings;
  if (channel === 'GOOGLE_WALLET') return { platform: 'GOOGLE', issuer: isCaptured ? capturedIssuer : issuerId };
  if (isCaptured) return { platform: 'APPLE', issuer: capturedPassType };
  return passType && expiresAt > now() ? { platform: 'APPLE', issuer: passType } : null;
}

const columns = selectList(columnsOf(walletPasses, 'w'));

const findPass = shared<Offer & { issuer: string }, WalletPass | null>(async (database, offers) => {
  const found = await database.rows<WalletPass>(
    ...bind(
      `SELECT ${columns} FROM wallet_passes w WHERE w.session IN (:sessions)
       UNION ALL SELECT ${columns} FROM wallet_passes w WHERE w.membership IN (:memberships)`,
      {
        sessions: offers.flatMap(({ session }) => session ?? []),
        memberships: offers.flatMap(({ membership }) => membership ?? []),
      },
    ),
  );
  const keyOf = (one: Pick<WalletPass, 'session' | 'membership' | 'issuer'>) =>
    `${one.issuer} ${one.session ?? Number(one.membership)}`;
  const byKey = new Map(found.map((pass) => [keyOf(pass), pass]));
  return offers.map((offer) => byKey.get(keyOf(offer)) ?? null);
});
