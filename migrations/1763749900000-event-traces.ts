import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, text } from './table-builder.ts';

/** Creates the table of the traces in which events were recorded. */
export class EventTraces1763749900000 extends Migration {
  readonly name = 'EventTraces1763749900000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('event_traces', {
      columns: [text('event_id', 24, { isPrimary: true }), text('traceparent', 55), instant('created_at')],
      indices: [{ name: 'event_traces_created', columnNames: ['created_at'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_traces');
  }
}
