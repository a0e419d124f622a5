import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, text } from './table-builder.ts';

const columns = [
  text('test_of', 20, { isNullable: true }),
  bigint('clock_ahead', { isNullable: true }),
  instant('clock_set_at', { isNullable: true }),
  instant('clock_target', { isNullable: true }),
];

const indices = [
  { name: 'accounts_test_of', columnNames: ['test_of'] },
  { name: 'accounts_clock_set', columnNames: ['clock_set_at'] },
];

/** Adds test accounts and their clocks. */
export class TestAccounts1763750400000 extends Migration {
  readonly name = 'TestAccounts1763750400000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumns('accounts', columns);
    for (const index of indices) await steps.createIndex('accounts', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indices.toReversed()) await runner.dropIndex('accounts', name);
    for (const { name } of columns.toReversed()) await runner.dropColumn('accounts', name);
  }
}
