import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { longText, text } from './table-builder.ts';

const columns = [
  text('subtitle', 200, { isNullable: true }),
  longText('terms', { isNullable: true }),
  text('terms_short', 1000, { isNullable: true }),
  text('powered_by', 100, { isNullable: true }),
  text('powered_by_url', 500, { isNullable: true }),
  text('logo_url', 500, { isNullable: true }),
  longText('banner_list', { isNullable: true }),
];

export class CouponTexts1763731000000 extends Migration {
  readonly name = 'CouponTexts1763731000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    for (const column of columns) await steps.addColumn('coupons', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of columns) await runner.dropColumn('coupons', name);
  }
}
