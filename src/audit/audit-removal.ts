import type { Database } from '../kernel/database/database.ts';
import { processMeans } from '../kernel/security/process-means.ts';
import { removeAuditEntries } from './audit-chain.ts';

/** Removes some entries of an account that is being removed. Returns whether none are left. */
export function removeAudit(database: Database, accountId: string): Promise<boolean> {
  return removeAuditEntries(database, processMeans().secrets, accountId);
}
