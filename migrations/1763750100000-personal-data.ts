import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, longText, text } from './table-builder.ts';

/** Creates the tables of jobs that export and erase the data of a person, and the key of hashes that stay. */
export class PersonalData1763750100000 extends Migration {
  readonly name = 'PersonalData1763750100000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('lasting_keys', {
      columns: [text('name', 20, { isPrimary: true }), text('sealed', 200)],
    });
    await steps.createTable('personal_tokens', {
      columns: [
        text('person', 50, { isPrimary: true }),
        text('kind', 10, { isPrimary: true }),
        text('value', 40, { isPrimary: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'personal_tokens_created', columnNames: ['created_at'] }],
    });
    await steps.createTable('personal_parts', {
      columns: [
        text('job_id', 20, { isPrimary: true }),
        integer('number', { isPrimary: true }),
        text('account_id', 20),
        text('noun', 30),
        longText('content'),
        instant('created_at'),
      ],
      indices: [
        { name: 'personal_parts_account', columnNames: ['account_id', 'job_id', 'number'] },
        { name: 'personal_parts_created', columnNames: ['created_at'] },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['personal_parts', 'personal_tokens', 'lasting_keys']) await runner.dropTable(table);
  }
}
