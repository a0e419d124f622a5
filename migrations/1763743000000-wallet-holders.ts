import type { QueryRunner } from 'typeorm';
import { TableIndex } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { integer, text } from './table-builder.ts';

const former = { name: 'wallet_passes_campaign', columnNames: ['campaign_id', 'platform', 'saved_at'] };

/** Counts the people who have passes, and finds the saved passes of a push without those that were removed. */
export class WalletHolders1763743000000 extends Migration {
  readonly name = 'WalletHolders1763743000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createIndex('wallet_passes', {
      name: 'wallet_passes_saved',
      columnNames: ['campaign_id', 'issuer', 'removed_at', 'saved_at'],
    });
    await steps.dropIndex('wallet_passes', former);
    await steps.createTable('wallet_holders', {
      columns: [
        text('campaign_id', 16, { isPrimary: true }),
        text('issuer', 100, { isPrimary: true }),
        text('other', 100, { isPrimary: true }),
        integer('people', { default: 0 }),
        integer('ever', { default: 0 }),
      ],
    });
    const insert = 'INSERT INTO wallet_holders (campaign_id, issuer, other, people, ever)';
    await steps.change(
      `${insert} SELECT w.campaign_id, w.issuer, '', SUM(CASE WHEN ${isSaved('w')} THEN 1 ELSE 0 END), COUNT(*)
       FROM wallet_passes w WHERE w.saved_at IS NOT NULL GROUP BY w.campaign_id, w.issuer`,
    );
    for (const owner of ['session', 'membership'])
      await steps.change(
        `${insert} SELECT w.campaign_id, w.issuer, o.issuer, COUNT(*), 0 FROM wallet_passes w
         JOIN wallet_passes o ON o.${owner} = w.${owner} AND o.issuer > w.issuer
         WHERE ${isSaved('w')} AND ${isSaved('o')} GROUP BY w.campaign_id, w.issuer, o.issuer`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('wallet_holders');
    await runner.createIndex('wallet_passes', new TableIndex(former));
    await runner.dropIndex('wallet_passes', 'wallet_passes_saved');
  }
}

function isSaved(pass: string): string {
  return `${pass}.saved_at IS NOT NULL AND ${pass}.removed_at IS NULL`;
}
