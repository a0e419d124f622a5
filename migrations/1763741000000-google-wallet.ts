import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, text } from './table-builder.ts';

/** Creates the tables of classes at Google and of its reports, and tells which reports about a pass are late. */
export class GoogleWallet1763741000000 extends Migration {
  readonly name = 'GoogleWallet1763741000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('wallet_passes', instant('reported_at', { isNullable: true }));
    await steps.createTable('google_classes', {
      columns: [text('id', 40, { isPrimary: true }), text('campaign_id', 16), text('digest', 43)],
      indices: [{ name: 'google_classes_campaign', columnNames: ['campaign_id'] }],
    });
    await steps.createTable('google_nonces', {
      columns: [text('digest', 43, { isPrimary: true }), instant('expires_at')],
      indices: [{ name: 'google_nonces_expires', columnNames: ['expires_at'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('google_nonces');
    await runner.dropTable('google_classes');
    await runner.dropColumn('wallet_passes', 'reported_at');
  }
}
