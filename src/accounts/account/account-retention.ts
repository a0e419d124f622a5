import type { KeptDays } from '../../api/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { invalidInput, refuseTogether } from '../../kernel/problem.ts';
import { type Instant, toDate, toInstant } from '../../kernel/values/instant.ts';
import type { Account } from './account.ts';

const columns = {
  messages: 'messages_kept_days',
  deliveries: 'deliveries_kept_days',
  requests: 'requests_kept_days',
} as const;

type Kind = keyof typeof columns;

/** Null: data is kept as long as in the rest of the installation. */
type RetentionInput = Partial<Record<`${Kind}Days`, number | null | undefined>>;

/**
 * Returns the changes to store. An account cannot keep data longer than the installation, which removes it by age
 * alone.
 */
export function retentionChanges(given: RetentionInput, max: KeptDays): Partial<Pick<Account, `${Kind}KeptDays`>> {
  const changed = (Object.keys(columns) as Kind[]).filter((kind) => given[`${kind}Days`] !== undefined);
  const tooLong = changed.filter((kind) => (given[`${kind}Days`] ?? 0) > max[kind]);
  refuseTogether(
    tooLong.map((kind) =>
      invalidInput(`retention.${kind}Days`, `is longer than the ${max[kind]} days of the installation`),
    ),
  );
  return Object.fromEntries(changed.map((kind) => [`${kind}KeptDays`, given[`${kind}Days`]]));
}

export function accountsKeeping(
  database: Database,
  kind: Kind,
  installation: number,
): Promise<{ id: string; days: number }[]> {
  return database.rows<{ id: string; days: number }>(
    `SELECT a.id AS id, a.${columns[kind]} AS days FROM accounts a WHERE a.${columns[kind]} < ?`,
    [installation],
  );
}

const dayMilliseconds = 24 * 3_600_000;

export function removalTime({ closedAt }: Pick<Account, 'closedAt'>, keptDays: number): Instant | null {
  return closedAt === null ? null : toInstant(new Date(toDate(closedAt).getTime() + keptDays * dayMilliseconds));
}
