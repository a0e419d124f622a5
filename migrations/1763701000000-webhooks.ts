import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, reference, text } from './table-builder.ts';

/** Creates the tables of webhook endpoints, deliveries with their attempts, and notices to accounts. */
export class Webhooks1763701000000 extends Migration {
  readonly name = 'Webhooks1763701000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('webhook_endpoints', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('url', 2000),
        text('description', 200, { isNullable: true }),
        text('kind_list', 200, { isNullable: true }),
        longText('type_list', { isNullable: true }),
        integer('fifo'),
        integer('include_subaccounts'),
        text('secret', 300),
        text('previous_secret', 300, { isNullable: true }),
        instant('previous_secret_until', { isNullable: true }),
        instant('created_at'),
        instant('disabled_at', { isNullable: true }),
        text('disabled_reason', 10, { isNullable: true }),
        instant('failing_since', { isNullable: true }),
        instant('next_due_at', { isNullable: true }),
        instant('deleted_at', { isNullable: true }),
      ],
      indices: [
        { name: 'webhook_endpoints_account', columnNames: ['account_id', 'created_at'] },
        { name: 'webhook_endpoints_due', columnNames: ['next_due_at'] },
      ],
      foreignKeys: [reference('webhook_endpoints_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('webhook_deliveries', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('id', 20),
        text('account_id', 20),
        text('endpoint_id', 20),
        text('event_id', 24),
        bigint('position'),
        text('status', 10),
        instant('created_at'),
        instant('due_at', { isNullable: true }),
        instant('finished_at', { isNullable: true }),
        integer('claims'),
        integer('failures'),
      ],
      indices: [
        { name: 'webhook_deliveries_id', columnNames: ['id'], isUnique: true },
        { name: 'webhook_deliveries_position', columnNames: ['endpoint_id', 'position'], isUnique: true },
        { name: 'webhook_deliveries_due', columnNames: ['endpoint_id', 'due_at', 'position'] },
        { name: 'webhook_deliveries_account', columnNames: ['account_id', 'status', 'created_at'] },
      ],
    });
    await steps.createTable('webhook_attempts', {
      columns: [
        bigint('delivery_number', { isPrimary: true }),
        integer('number', { isPrimary: true }),
        instant('at'),
        integer('milliseconds'),
        integer('status', { isNullable: true }),
        longText('response', { isNullable: true }),
        text('error', 300, { isNullable: true }),
      ],
    });
    await steps.createTable('notices', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('account_id', 20),
        text('type', 40),
        text('subject', 24),
        text('message', 500),
        instant('created_at'),
      ],
      indices: [{ name: 'notices_account', columnNames: ['account_id', 'number'] }],
      foreignKeys: [reference('notices_account_fk', 'account_id', 'accounts')],
    });
    // Starts the fan-out after all existing events, because no endpoint existed when they happened.
    await steps.change(
      `${steps.insertIfAbsent} INTO sequences (name, value) SELECT 'webhook_fan_out', s.value FROM sequences s WHERE s.name = 'event_position'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM sequences WHERE name = 'webhook_fan_out'`);
    for (const table of ['notices', 'webhook_attempts', 'webhook_deliveries', 'webhook_endpoints'])
      await runner.dropTable(table);
  }
}
