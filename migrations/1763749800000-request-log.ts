import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, text } from './table-builder.ts';

/** Creates the table of recent requests. */
export class RequestLog1763749800000 extends Migration {
  readonly name = 'RequestLog1763749800000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('logged_requests', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('account_id', 20),
        instant('created_at'),
        text('key_id', 20),
        text('method', 10),
        text('path', 200),
        text('operation', 100, { isNullable: true }),
        integer('status'),
        text('problem', 40, { isNullable: true }),
        integer('milliseconds'),
        text('request_id', 64),
        longText('body', { isNullable: true }),
      ],
      indices: [
        { name: 'logged_requests_account', columnNames: ['account_id', 'number'] },
        { name: 'logged_requests_created', columnNames: ['created_at'] },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('logged_requests');
  }
}
