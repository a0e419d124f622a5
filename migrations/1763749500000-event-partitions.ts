import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

/** Divides the events by their numbers, so that expired ones are removed at once. */
export class EventPartitions1763749500000 extends Migration {
  readonly name = 'EventPartitions1763749500000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    // Positions are assigned to committed events, and events with a position do not change.
    await steps.partition({
      name: 'events',
      order: 'position',
      lastSettled: `SELECT value FROM sequences WHERE name = 'event_position'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type === 'better-sqlite3') return;
    await runner.query('ALTER TABLE events REMOVE PARTITIONING');
    await runner.query(
      'ALTER TABLE events DROP KEY events_id, DROP KEY events_position, ADD UNIQUE KEY events_id (id), ADD UNIQUE KEY events_position (position)',
    );
  }
}
