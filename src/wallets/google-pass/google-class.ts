import { createHash } from 'node:crypto';
import { transactFor } from '../../accounts/account/account-root.ts';
import { key, table, text } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow, insertRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { GoogleVerdict, GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import type { GoogleClient } from '../google/google-client.ts';
import type { WalletPass } from '../pass/pass.ts';
import { findHolder, type PassHolder } from '../pass/pass-holder.ts';
import { classOf } from './google-pass.ts';

/** The classes that Google has, so that it is called only for a class that is new or has changed. */
export const googleClasses = table({
  name: 'GoogleClass',
  tableName: 'google_classes',
  columns: {
    id: key(text(40)),
    campaignId: text(16),
    /** The hash of the content that Google accepted, and of the connection with which it did. */
    digest: text(43),
  },
  indices: [{ name: 'google_classes_campaign', columns: ['campaignId'] }],
});

export const removeGoogleClasses = removeRows('google_classes', 'campaign_id');

type Putting = Pick<GoogleClient, 'integration' | 'issuerId'> & { wallet: Pick<GoogleWallet, 'put'> };

/** What Google says about a class; `GONE` if its coupon or loyalty card does not exist any more. */
export type StoredClass = GoogleVerdict | { outcome: 'GONE' };

/** The classes that are being stored, so that all who open a link at the same time share the calls. */
const beingStored = new Map<string, Promise<StoredClass>>();

export async function storeClass(
  database: Database,
  client: Putting,
  { pass, holder, publicUrl }: { pass: WalletPass; holder: PassHolder; publicUrl: string },
): Promise<StoredClass> {
  const { content } = classOf(holder, client, publicUrl);
  const known = await findRow(database, googleClasses, { id: content.id });
  if (known?.digest === digestOf(content, client)) return { outcome: 'DONE' };
  const name = `${client.integration.id} ${content.id}`;
  const other = beingStored.get(name);
  if (other) return other;
  const storing = store(database, client, pass, publicUrl).finally(() => beingStored.delete(name));
  beingStored.set(name, storing);
  return storing;
}

/** A class that changes all the time is complete with the next pass. */
const mostRounds = 3;

/**
 * Stores the class until it does not change meanwhile. Another process may store it at the same time, so only what this
 * one stored last counts here: the older content may have reached Google after the newer one.
 */
async function store(database: Database, client: Putting, pass: WalletPass, publicUrl: string): Promise<StoredClass> {
  let stored = '';
  for (let round = 0; round < mostRounds; round += 1) {
    const holder = await findHolder(database, pass);
    if (!holder) return { outcome: 'GONE' };
    const { resource, content } = classOf(holder, client, publicUrl);
    const digest = digestOf(content, client);
    if (digest === stored) break;
    const verdict = await client.wallet.put(resource, content);
    if (verdict.outcome !== 'DONE') return verdict;
    await remember(database, pass, { id: content.id, digest });
    stored = digest;
  }
  return { outcome: 'DONE' };
}

/** The class is stored again after the account connected again, for example with another address of the API. */
function digestOf(content: object, { integration: { id, version } }: Pick<Putting, 'integration'>): string {
  return createHash('sha256')
    .update(JSON.stringify([id, version, content]))
    .digest('base64url');
}

async function remember(
  database: Database,
  { accountId, campaignId }: WalletPass,
  { id, digest }: { id: string; digest: string },
): Promise<void> {
  await transactFor(database, accountId, (transaction) =>
    insertRows(transaction, googleClasses, [{ id, campaignId, digest }], {
      ending: transaction.dialect.overwrite('id', 'digest'),
    }),
  );
}
