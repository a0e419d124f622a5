import { createHash } from 'node:crypto';
import { transactFor } from '../../accounts/account/account-root.ts';
import { column, table } from '../../kernel/database/columns.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow, insertRows } from '../../kernel/database/rows.ts';
import { removeRows } from '../../kernel/jobs/removal.ts';
import type { GoogleVerdict, GoogleWallet } from '../../messaging/platform/google/google-wallet.ts';
import type { GoogleClient } from '../google/google-client.ts';
import type { WalletPass } from '../pass/pass.ts';
import { findPassSubject, type PassSubject } from '../pass/pass-subject.ts';
import { classOf } from './google-pass.ts';

/** The classes that Google has stored, so that the service calls Google only for a new or changed class. */
export const googleClasses = table({
  name: 'GoogleClass',
  tableName: 'google_classes',
  columns: {
    id: column.key(column.text(40)),
    campaignId: column.text(16),
    /** A hash of the content that Google has accepted, and of the connection. */
    digest: column.text(43),
  },
  indices: [{ name: 'google_classes_campaign', columns: ['campaignId'] }],
});

export const removeGoogleClasses = removeRows('google_classes', 'campaign_id');

type Putting = Pick<GoogleClient, 'integration' | 'issuerId'> & { wallet: Pick<GoogleWallet, 'put'> };

/** `GONE`: the campaign no longer exists. */
export type StoredClass = GoogleVerdict | { outcome: 'GONE' };

/** Visitors who open a link at the same time share the calls. */
const beingStored = new Map<string, Promise<StoredClass>>();

export async function storeClass(
  database: Database,
  client: Putting,
  { pass, subject, publicUrl }: { pass: WalletPass; subject: PassSubject; publicUrl: string },
): Promise<StoredClass> {
  const { content } = classOf(subject, client, publicUrl);
  const known = await findRow(database, googleClasses, { id: content.id });
  if (known?.digest === digestOf(content, client)) return { outcome: 'DONE' };
  const name = `${client.integration.id} ${content.id}`;
  const other = beingStored.get(name);
  if (other) return other;
  const storing = store(database, client, pass, publicUrl).finally(() => beingStored.delete(name));
  beingStored.set(name, storing);
  return storing;
}

/** The maximum number of rounds. If a class keeps changing, the next pass completes its update. */
const maxRounds = 3;

/**
 * Stores a class until it no longer changes. Only its own last call counts, because another process may store older
 * content later.
 */
async function store(database: Database, client: Putting, pass: WalletPass, publicUrl: string): Promise<StoredClass> {
  let stored = '';
  for (let round = 0; round < maxRounds; round += 1) {
    const subject = await findPassSubject(database, pass);
    if (!subject) return { outcome: 'GONE' };
    const { resource, content } = classOf(subject, client, publicUrl);
    const digest = digestOf(content, client);
    if (digest === stored) break;
    const verdict = await client.wallet.put(resource, content);
    if (verdict.outcome !== 'DONE') return verdict;
    await remember(database, pass, { id: content.id, digest });
    stored = digest;
  }
  return { outcome: 'DONE' };
}

/**
 * Returns a digest, which includes the connection: after a change to it, such as another API address, the class must be
 * stored again.
 */
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
