import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { double } from './table-builder.ts';

const tables = ['statistics', 'statistics_totals'];

/** Counts messages to people who have opted out apart from those that failed. */
export class SuppressedMessages1763750533000 extends Migration {
  readonly name = 'SuppressedMessages1763750533000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    for (const table of tables) await steps.addColumns(table, [double('suppressed', { isNullable: true })]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropColumn(table, 'suppressed');
  }
}
