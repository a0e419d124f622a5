import { bigint, index, integer, key, reference, text, textOrNull } from '../../migrations/table-builder.ts';
import { Migration, type MigrationSteps } from '../../src/kernel/database/migration-steps.ts';

/** A migration as later versions may have it: it adds to the tables that every request uses. */
export class Expansion1900000000000 extends Migration {
  readonly name = 'Expansion1900000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('coupon_sessions', textOrNull('origin', 20));
    await steps.addColumn('api_keys', integer('calls', { default: 0 }));
    await steps.createIndex('coupon_sessions', index('coupon_sessions_origin', 'coupon_id', 'origin'));
    await steps.createIndex('events', index('events_type', 'account_id', 'type'));
    await steps.createTable('coupon_totals', {
      columns: [key(text('coupon_id', 16)), text('account_id', 20), bigint('claims')],
      foreignKeys: [
        reference('coupon_totals_coupon_fk', 'coupon_id', 'coupons'),
        reference('coupon_totals_account_fk', 'account_id', 'accounts'),
      ],
    });
    await steps.change(
      `INSERT INTO coupon_totals (coupon_id, account_id, claims) SELECT c.id, c.account_id, 0 FROM coupons c`,
    );
  }
}
