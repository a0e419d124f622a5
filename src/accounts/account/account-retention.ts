import type { KeptDays } from '../../kernel/api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { invalidInput } from '../../kernel/problem.ts';
import type { Account } from './account.ts';

type Column = 'messagesKeptDays' | 'deliveriesKeptDays' | 'requestsKeptDays';

/** What a caller gives. Null for as long as the installation. */
interface Given {
  messagesDays?: number | null | undefined;
  deliveriesDays?: number | null | undefined;
  requestsDays?: number | null | undefined;
}

/**
 * Returns the columns that a new retention changes. An account cannot keep data longer than the installation, which
 * removes it by its age alone.
 */
export function retentionChanges(given: Given, most: KeptDays): Partial<Pick<Account, Column>> {
  const { messagesDays, deliveriesDays, requestsDays } = given;
  return {
    ...changeOf('messagesKeptDays', { messagesDays }, most.messages),
    ...changeOf('deliveriesKeptDays', { deliveriesDays }, most.deliveries),
    ...changeOf('requestsKeptDays', { requestsDays }, most.requests),
  };
}

function changeOf(column: Column, given: Given, most: number): Partial<Pick<Account, Column>> {
  const [[name, days] = []] = Object.entries<number | null | undefined>({ ...given });
  if (days === undefined) return {};
  if (days !== null && days > most)
    throw invalidInput(`retention.${name}`, `is longer than the ${most} days of the installation`);
  return { [column]: days };
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
