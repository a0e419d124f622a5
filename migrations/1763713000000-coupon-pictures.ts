import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { text } from './table-builder.ts';

export class CouponPictures1763713000000 extends Migration {
  readonly name = 'CouponPictures1763713000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('coupons', text('image_url', 500, { isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('coupons', 'image_url');
  }
}
