import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, reference, text } from './table-builder.ts';

const optional = { isNullable: true };

/** Creates the tables of the forms of public pages, and of what was sent with them. */
export class LandingPages1763749100000 extends Migration {
  readonly name = 'LandingPages1763749100000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('landing_pages', {
      columns: [
        text('coupon_id', 16, { isPrimary: true }),
        text('account_id', 20),
        longText('field_list', optional),
        text('unique_field', 10, optional),
        integer('most', optional),
        longText('consent', optional),
        integer('submissions', { default: 0 }),
      ],
      foreignKeys: [reference('landing_pages_coupon_fk', 'coupon_id', 'coupons', 'CASCADE')],
    });
    await steps.createTable('landing_submissions', {
      columns: [
        text('form', 22, { isPrimary: true }),
        text('coupon_id', 16),
        text('account_id', 20),
        bigint('sequence'),
        text('sent', 43),
        instant('created_at'),
      ],
      indices: [
        { name: 'landing_submissions_coupon', columnNames: ['coupon_id'] },
        { name: 'landing_submissions_sequence', columnNames: ['sequence'] },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('landing_submissions');
    await runner.dropTable('landing_pages');
  }
}
