import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, text } from './table-builder.ts';

/** Creates the table of delivery reports that arrive before the service has recorded the message as sent. */
export class EarlyReceipts1763721000000 extends Migration {
  readonly name = 'EarlyReceipts1763721000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('early_receipts', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('integration_id', 20),
        text('platform_id', 100),
        text('state', 10),
        text('reason', 300, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'early_receipts_platform', columnNames: ['platform_id'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('early_receipts');
  }
}
