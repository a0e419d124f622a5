import { bigint, integer, reference, text } from '../../migrations/table-builder.ts';
import type { Model } from '../../src/kernel/database/database.ts';
import { Migration, type MigrationSteps } from '../../src/kernel/database/migration-steps.ts';

/** A migration as later versions may have it: it adds to the tables that every request uses. */
class Expansion1000000000000 extends Migration {
  readonly name = 'Expansion1000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('coupon_sessions', text('origin', 20, { isNullable: true }));
    await steps.addColumn('api_keys', integer('calls', { default: 0 }));
    await steps.createIndex('coupon_sessions', {
      name: 'coupon_sessions_origin',
      columnNames: ['coupon_id', 'origin'],
    });
    await steps.createIndex('events', { name: 'events_type', columnNames: ['account_id', 'type'] });
    await steps.createTable('coupon_totals', {
      columns: [text('coupon_id', 16, { isPrimary: true }), text('account_id', 20), bigint('claims')],
      foreignKeys: [
        reference('coupon_totals_coupon_fk', 'coupon_id', 'coupons'),
        reference('coupon_totals_account_fk', 'account_id', 'accounts'),
      ],
    });
    await steps.change(
      `INSERT INTO coupon_totals (coupon_id, account_id, claims) SELECT c.id, c.account_id, 0 FROM coupons c`,
    );
  }

  async down(): Promise<void> {}
}

export const expansion: Model = { entities: [], migrations: [Expansion1000000000000] };
