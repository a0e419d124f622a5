import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { double, integer, text } from './table-builder.ts';

/** Counts the attempts of each webhook endpoint by quarter hours, and notes who made an API key. */
export class WebhookTraffic1763746200000 extends Migration {
  readonly name = 'WebhookTraffic1763746200000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('webhook_traffic', {
      columns: [
        text('endpoint_id', 20, { isPrimary: true }),
        integer('bucket', { isPrimary: true }),
        ...['delivered', 'failed', 'slow', 'milliseconds'].map((name) => double(name, { isNullable: true })),
      ],
      indices: [{ name: 'webhook_traffic_bucket', columnNames: ['bucket'] }],
    });
    await steps.addColumn('api_keys', text('made_by', 20, { isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('api_keys', 'made_by');
    await runner.dropTable('webhook_traffic');
  }
}
