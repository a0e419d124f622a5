import { columnsOf, selectList } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { batched } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';
import { now } from '../../kernel/values/instant.ts';
import { applePassPath, googlePassPath } from '../../vocabulary/links.ts';
import { findWallets, type WalletPlatform } from '../connected-wallet.ts';
import { type WalletPass, walletPasses } from '../pass/pass.ts';

export interface OfferedPass {
  platform: WalletPlatform;
  path: string;
  pass: WalletPass | null;
}

export interface Offer {
  accountId: string;
  session: string | null;
  member: number | null;
  path: string;
}

export async function offeredPasses(database: Database, offer: Offer): Promise<OfferedPass[]> {
  const wallets = await findWallets(database, offer.accountId);
  const valid = wallets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now());
  return Promise.all(
    valid.reverse().map(async ({ platform, issuer }) => ({
      platform,
      path: pathOf[platform](offer.path),
      pass: await findPass(database, { ...offer, issuer }),
    })),
  );
}

const pathOf: Record<WalletPlatform, (subject: string) => string> = { APPLE: applePassPath, GOOGLE: googlePassPath };

const columns = selectList(columnsOf(walletPasses, 'w'));

const findPass = batched<Offer & { issuer: string }, WalletPass | null>(async (database, offers) => {
  const found = await database.rows<WalletPass>(
    ...bind(
      `SELECT ${columns} FROM wallet_passes w WHERE w.session IN (:sessions)
       UNION ALL SELECT ${columns} FROM wallet_passes w WHERE w.member IN (:members)`,
      {
        sessions: offers.flatMap(({ session }) => session ?? []),
        members: offers.flatMap(({ member }) => member ?? []),
      },
    ),
  );
  const keyOf = (one: Pick<WalletPass, 'session' | 'member' | 'issuer'>) =>
    `${one.issuer} ${one.session ?? Number(one.member)}`;
  const byKey = new Map(found.map((pass) => [keyOf(pass), pass]));
  return offers.map((offer) => byKey.get(keyOf(offer)) ?? null);
});
