import { type QueryRunner, TableIndex } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint } from './table-builder.ts';

/** Replaces the numbers of events, which served only for listing, with positions for following events. */
export class EventPositions1763700000000 extends Migration {
  readonly name = 'EventPositions1763700000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('events', bigint('position', { isNullable: true }));
    await steps.dropIndex('events', { name: 'events_account', columnNames: ['account_id', 'number'] });
    await steps.createIndex('events', { name: 'events_position', columnNames: ['position'], isUnique: true });
    await steps.createIndex('events', { name: 'events_account', columnNames: ['account_id', 'position'] });
    await steps.change(
      `${steps.insertIfAbsent} INTO sequences (name, value) VALUES ('event_position', 0), ('events_pruned', 0)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM sequences WHERE name IN ('event_position', 'events_pruned')`);
    await runner.dropIndex('events', 'events_account');
    await runner.dropIndex('events', 'events_position');
    await runner.createIndex(
      'events',
      new TableIndex({ name: 'events_account', columnNames: ['account_id', 'number'] }),
    );
    await runner.dropColumn('events', 'position');
  }
}
