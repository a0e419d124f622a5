import type { Database } from '../../src/kernel/database/database.ts';
import { insertRows } from '../../src/kernel/database/rows.ts';
import { now } from '../../src/kernel/values/instant.ts';
import { randomCode } from '../../src/kernel/values/random-ids.ts';
import { newId } from '../../src/vocabulary/ids.ts';
import { type WalletPass, walletPasses } from '../../src/wallets/pass/pass.ts';
import { countingPasses } from '../../src/wallets/pass/pass-counts.ts';
import type { Owner } from './client.ts';
import type { GoogleServer } from './google-server.ts';

/* Factories of passes in Google Wallet. The rules of make.ts apply. */

interface Saved {
  amount?: number;
  /** The session of a pass of a coupon. Default: sessions that do not exist. */
  session?: string;
  /** For a loyalty card: the users, in place of an amount. */
  users?: readonly { number: number; id: string }[];
  /** Whether Google knows the objects. Default: true. */
  isKnown?: boolean;
}

/** Makes passes that people saved in Google Wallet, and their class. Returns the paths of their objects at the server. */
export async function makeGooglePasses(
  database: Database,
  { account }: Owner,
  server: GoogleServer,
  campaignId: string,
  { amount = 1, session, users, isKnown = true }: Saved = {},
): Promise<string[]> {
  const { issuerId } = server;
  const at = now();
  const subjects = users ?? Array.from({ length: amount }, () => null);
  const passes = subjects.map(
    (user): WalletPass => ({
      ...{ id: newId('walletPass'), accountId: account.id, campaignId, platform: 'GOOGLE', issuer: issuerId },
      ...{
        session: user ? null : (session ?? randomCode(21)),
        member: user?.number ?? null,
        userId: user?.id ?? null,
      },
      ...{ token: randomCode(32), changed: 0, made: 0, createdAt: at, savedAt: at, removedAt: null },
      ...{ message: null, messageChange: null, eventsUntil: null, reportedAt: null },
    }),
  );
  await database.transaction((transaction) =>
    countingPasses(transaction, passes, async () => void (await insertRows(transaction, walletPasses, passes))),
  );
  const kind = campaignId.startsWith('cam_') ? 'offer' : 'loyalty';
  const classId = `${issuerId}.${campaignId}`;
  const shared = classPath(server, campaignId);
  if (!server.kept.has(shared)) server.kept.set(shared, { id: classId });
  return passes.map(({ id }) => {
    const path = `${kind}Object/${issuerId}.${id}`;
    if (isKnown) server.kept.set(path, { id: `${issuerId}.${id}`, classId });
    return path;
  });
}

/** Returns the path of the class of a campaign at the server. */
export function classPath({ issuerId }: GoogleServer, campaignId: string): string {
  return `${campaignId.startsWith('cam_') ? 'offer' : 'loyalty'}Class/${issuerId}.${campaignId}`;
}
