import type { KeptDays } from '../../kernel/api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { invalidInput } from '../../kernel/problem.ts';
import type { Account } from './account.ts';

type Column = 'messagesKeptDays' | 'deliveriesKeptDays' | 'requestsKeptDays';

const columns = {
  messagesDays: { column: 'messagesKeptDays', limit: 'messages' },
  deliveriesDays: { column: 'deliveriesKeptDays', limit: 'deliveries' },
  requestsDays: { column: 'requestsKeptDays', limit: 'requests' },
} as const satisfies Record<string, { column: Column; limit: keyof KeptDays }>;

type Given = { [Name in keyof typeof columns]?: number | null | undefined };

/**
 * Returns the columns that a new retention changes. An account cannot keep data longer than the installation, which
 * removes it by its age alone.
 */
export function retentionChanges(given: Given | null | undefined, most: KeptDays): Partial<Pick<Account, Column>> {
  const changes: Partial<Pick<Account, Column>> = {};
  for (const [name, { column, limit }] of Object.entries(columns)) {
    const days = given?.[name as keyof Given];
    if (days === undefined) continue;
    if (days !== null && days > most[limit])
      throw invalidInput(`retention.${name}`, `is longer than the ${most[limit]} days of the installation`);
    changes[column] = days;
  }
  return changes;
}

const names = {
  messagesKeptDays: 'messages_kept_days',
  deliveriesKeptDays: 'deliveries_kept_days',
  requestsKeptDays: 'requests_kept_days',
} as const;

/** Returns the accounts that keep something shorter than the installation, which are few, with their days. */
export function accountsKeeping(
  database: Database,
  column: Column,
  installation: number,
): Promise<{ id: string; days: number }[]> {
  return database.rows<{ id: string; days: number }>(
    `SELECT a.id AS id, a.${names[column]} AS days FROM accounts a WHERE a.${names[column]} < ?`,
    [installation],
  );
}
