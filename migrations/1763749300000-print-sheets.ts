import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, longText, text } from './table-builder.ts';

/** Creates the table of the parts of printed sheets. */
export class PrintSheets1763749300000 extends Migration {
  readonly name = 'PrintSheets1763749300000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('print_parts', {
      columns: [
        text('job_id', 20, { isPrimary: true }),
        integer('page', { isPrimary: true }),
        text('account_id', 20),
        longText('offsets'),
        longText('characters'),
        longText('bytes'),
        instant('created_at'),
      ],
      indices: [{ name: 'print_parts_created', columnNames: ['created_at'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('print_parts');
  }
}
