import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

/** Adds an index for finding expired holds. */
export class Holds1763712000000 extends Migration {
  readonly name = 'Holds1763712000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createIndex('coupon_sessions', { name: 'coupon_sessions_held', columnNames: ['held_until'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('coupon_sessions', 'coupon_sessions_held');
  }
}
