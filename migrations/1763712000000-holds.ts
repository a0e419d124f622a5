import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** Adds an index for finding expired holds. */
export class Holds1763712000000 implements MigrationInterface {
  readonly name = 'Holds1763712000000';

  async up(runner: QueryRunner): Promise<void> {
    const index = new TableIndex({ name: 'coupon_sessions_held', columnNames: ['held_until'] });
    await runner.createIndex('coupon_sessions', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('coupon_sessions', 'coupon_sessions_held');
  }
}
