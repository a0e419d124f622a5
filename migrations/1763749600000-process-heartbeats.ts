import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, text } from './table-builder.ts';

/** Creates the table of the processes that write, each with its server. */
export class ProcessHeartbeats1763749600000 extends Migration {
  readonly name = 'ProcessHeartbeats1763749600000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('process_heartbeats', {
      columns: [text('process_id', 36, { isPrimary: true }), text('server', 255), instant('beat_at')],
      indices: [{ name: 'process_heartbeats_beat', columnNames: ['beat_at'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('process_heartbeats');
  }
}
