import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, longText, text } from './table-builder.ts';

const optional = { isNullable: true };

/** Creates the tables of wallet designs and their pictures. */
export class WalletDesigns1763744000000 extends Migration {
  readonly name = 'WalletDesigns1763744000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('wallet_pictures', {
      columns: [
        text('id', 32, { isPrimary: true }),
        text('account_id', 20),
        longText('apple'),
        longText('google'),
        instant('created_at'),
      ],
      indices: [{ name: 'wallet_pictures_account', columnNames: ['account_id'] }],
    });
    await steps.createTable('wallet_designs', {
      columns: [
        text('campaign_id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('background_color', 7, optional),
        text('foreground_color', 7, optional),
        text('label_color', 7, optional),
        text('logo_text', 50, optional),
        text('provider', 100, optional),
        text('icon_url', 500, optional),
        text('logo_url', 500, optional),
        text('strip_url', 500, optional),
        text('icon_id', 32, optional),
        text('logo_id', 32, optional),
        text('strip_id', 32, optional),
        longText('terms', optional),
        longText('location_list', optional),
        longText('label_list', optional),
        longText('change_list', optional),
        instant('changed_at'),
      ],
      indices: [{ name: 'wallet_designs_account', columnNames: ['account_id'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('wallet_designs');
    await runner.dropTable('wallet_pictures');
  }
}
