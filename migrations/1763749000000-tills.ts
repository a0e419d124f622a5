import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, longText, reference, text } from './table-builder.ts';

/** Creates the table of tills. */
export class Tills1763749000000 extends Migration {
  readonly name = 'Tills1763749000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('tills', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('name', 100),
        text('merchant_id', 16, { isNullable: true }),
        text('secret_hash', 64, { isNullable: true }),
        text('pairing_hash', 64, { isNullable: true }),
        instant('pairing_expires_at', { isNullable: true }),
        integer('redeems_at_once'),
        integer('asks_for_money'),
        longText('asked_fields'),
        text('offline_redemption', 10),
        text('made_by', 20),
        instant('created_at'),
        instant('paired_at', { isNullable: true }),
        instant('last_used_at', { isNullable: true }),
        instant('revoked_at', { isNullable: true }),
      ],
      indices: [
        { name: 'tills_account', columnNames: ['account_id', 'created_at'] },
        { name: 'tills_pairing', columnNames: ['pairing_hash'], isUnique: true },
      ],
      foreignKeys: [reference('tills_account_fk', 'account_id', 'accounts')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('tills');
  }
}
