import { apiKeys } from '../../accounts/api-key/api-key.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findRow } from '../../kernel/database/rows.ts';
import { issueEntry } from '../../people/entrance/demo-entry.ts';

const demoOwner = 'owner@bakery.example';

/** Returns a token that signs the owner of the demo in once, or null if the demo is in another database. */
export async function ownerEntry(database: Database, demo: { id: string }): Promise<string | null> {
  const key = await findRow(database, apiKeys, { id: demo.id });
  return key && issueEntry(database, key.accountId, demoOwner);
}
