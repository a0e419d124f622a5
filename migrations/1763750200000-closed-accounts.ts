import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, text } from './table-builder.ts';

const columns = [
  instant('closed_at', { isNullable: true }),
  text('closed_with', 20, { isNullable: true }),
  integer('messages_kept_days', { isNullable: true }),
  integer('deliveries_kept_days', { isNullable: true }),
  integer('requests_kept_days', { isNullable: true }),
];

const indices = [
  { name: 'accounts_closed', columnNames: ['closed_at'] },
  { name: 'accounts_closed_with', columnNames: ['closed_with'] },
];

/** Adds when accounts were closed, and how long they keep data. */
export class ClosedAccounts1763750200000 extends Migration {
  readonly name = 'ClosedAccounts1763750200000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumns('accounts', columns);
    for (const index of indices) await steps.createIndex('accounts', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indices.toReversed()) await runner.dropIndex('accounts', name);
    for (const { name } of columns.toReversed()) await runner.dropColumn('accounts', name);
  }
}
