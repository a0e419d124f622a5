import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { shared } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { applePassPath } from '../../kernel/values/links.ts';
import type { Integration } from '../../messaging/integration/integration.ts';
import type { ShownSettings } from '../../messaging/platform/platform-settings.ts';
import { type WalletPass, type WalletPlatform, walletPasses } from '../pass/pass.ts';
import { capturedPassType } from '../pass-file/pass-signer.ts';

/** A pass that a wallet offers to save, whether or not anybody asked for it yet. */
export interface OfferedPass {
  platform: WalletPlatform;
  /** The path of the pass. */
  path: string;
  pass: WalletPass | null;
}

/** Who a pass is for. `path` is that of the public page. */
export interface Offer {
  accountId: string;
  session: string | null;
  membership: number | null;
  path: string;
}

/** Returns the passes of the wallets with which the account is connected. */
export async function offeredPasses(database: Database, offer: Offer): Promise<OfferedPass[]> {
  const issuer = await findIssuer(database, offer.accountId);
  if (issuer === null) return [];
  const pass = await findPass(database, { ...offer, issuer });
  return [{ platform: 'APPLE', path: applePassPath(offer.path), pass }];
}

type Connected = Pick<Integration, 'accountId' | 'provider' | 'shown'>;

/** Returns the pass type of an account, or null if it is not connected with Apple Wallet or its certificate has expired. */
const findIssuer = shared<string, string | null>(async (database, accountIds) => {
  const connected = await database.rows<Connected>(
    ...bind(
      `SELECT i.account_id AS accountId, i.provider AS provider, i.shown AS shown FROM integrations i
       WHERE i.account_id IN (:accountIds) AND i.channel = 'APPLE_WALLET' AND i.disconnected_at IS NULL`,
      { accountIds: [...new Set(accountIds)] },
    ),
  );
  const issuers = new Map(connected.map((one) => [one.accountId, issuerOf(one)]));
  return accountIds.map((id) => issuers.get(id) ?? null);
});

function issuerOf({ provider, shown }: Connected): string | null {
  if (provider === 'CAPTURE') return capturedPassType;
  const { passType = null, expiresAt = '' } = JSON.parse(shown) as ShownSettings;
  return expiresAt > now() ? passType : null;
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
