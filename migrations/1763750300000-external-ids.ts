import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, longText, text } from './table-builder.ts';

/** Creates the tables of accounts that were moved in. */
export class ExternalIds1763750300000 extends Migration {
  readonly name = 'ExternalIds1763750300000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('external_ids', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('kind', 20, { isPrimary: true }),
        text('external_id', 100, { isPrimary: true }),
        text('id', 25),
      ],
      indices: [{ name: 'external_ids_id', columnNames: ['id'] }],
    });
    await steps.createTable('import_steps', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('source', 200, { isPrimary: true }),
        text('step', 120, { isPrimary: true }),
        bigint('page'),
        bigint('next_sequence', { isNullable: true }),
        longText('counted'),
        instant('finished_at', { isNullable: true }),
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['import_steps', 'external_ids']) await runner.dropTable(table);
  }
}
