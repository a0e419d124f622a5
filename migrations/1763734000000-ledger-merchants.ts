import { type QueryRunner, TableColumn } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { text } from './table-builder.ts';

const merchant = (length: number) => text('merchant_id', length, { isNullable: true });

/** Lets the ledger hold the merchant ids of callers, which are longer than ours. */
export class LedgerMerchants1763734000000 extends Migration {
  readonly name = 'LedgerMerchants1763734000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.widenText('ledger_entries', merchant(50));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.changeColumn('ledger_entries', 'merchant_id', new TableColumn(merchant(16)));
  }
}
