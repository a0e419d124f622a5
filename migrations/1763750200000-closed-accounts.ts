import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, text } from './table-builder.ts';

const columns = [
  instant('closed_at', { isNullable: true }),
  text('closed_with', 20, { isNullable: true }),
  instant('removal_due_at', { isNullable: true }),
  instant('removal_began_at', { isNullable: true }),
  integer('messages_kept_days', { isNullable: true }),
  integer('deliveries_kept_days', { isNullable: true }),
  integer('requests_kept_days', { isNullable: true }),
];

const indices = [
  { table: 'accounts', index: { name: 'accounts_closed', columnNames: ['closed_at'] } },
  { table: 'accounts', index: { name: 'accounts_closed_with', columnNames: ['closed_with'] } },
  { table: 'message_contents', index: { name: 'message_contents_account', columnNames: ['account_id'] } },
];

/** Adds what closes accounts and what they keep, and an index by which the contents of a removed account are found. */
export class ClosedAccounts1763750200000 extends Migration {
  readonly name = 'ClosedAccounts1763750200000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumns('accounts', columns);
    for (const { table, index } of indices) await steps.createIndex(table, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, index } of indices.toReversed()) await runner.dropIndex(table, index.name);
    for (const { name } of columns.toReversed()) await runner.dropColumn('accounts', name);
  }
}
