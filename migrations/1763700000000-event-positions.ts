import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { sqliteTypes } from '../src/kernel/database/dialect.ts';
import { bigint } from './table-builder.ts';

/** Replaces the numbers of events, which served only for listing, with positions for following events. */
export class EventPositions1763700000000 implements MigrationInterface {
  readonly name = 'EventPositions1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    const position = bigint('position', { isNullable: true });
    const type = runner.connection.options.type === 'better-sqlite3' ? sqliteTypes[position.type] : undefined;
    await runner.addColumn('events', new TableColumn({ ...position, ...(type && { type }) }));
    await runner.dropIndex('events', 'events_account');
    await runner.createIndex(
      'events',
      new TableIndex({ name: 'events_position', columnNames: ['position'], isUnique: true }),
    );
    await runner.createIndex(
      'events',
      new TableIndex({ name: 'events_account', columnNames: ['account_id', 'position'] }),
    );
    await runner.query(`INSERT INTO sequences (name, value) VALUES ('event_position', 0), ('events_pruned', 0)`);
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
