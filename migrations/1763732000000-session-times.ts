import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant } from './table-builder.ts';

const columns = ['unvoided_at', 'saved_to_apple_at', 'saved_to_google_at', 'updated_at'];

/** Adds times of sessions. */
export class SessionTimes1763732000000 extends Migration {
  readonly name = 'SessionTimes1763732000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumns(
      'coupon_sessions',
      columns.map((name) => instant(name, { isNullable: true })),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('coupon_sessions', columns);
  }
}
