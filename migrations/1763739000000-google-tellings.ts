import type { QueryRunner } from 'typeorm';
import { TableIndex } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { integer, text } from './table-builder.ts';

const former = { name: 'wallet_tellings_device', columnNames: ['lane_id', 'device', 'push_id'], isUnique: true };

/** Lets the queue of devices in Apple Wallet also hold the passes in Google Wallet. */
export class GoogleTellings1763739000000 extends Migration {
  readonly name = 'GoogleTellings1763739000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('wallet_pushes', integer('unnotified', { default: 0 }));
    await steps.addColumns('wallet_tellings', [
      text('target', 20, { default: "''" }),
      integer('passes', { default: 1 }),
      text('state', 7, { default: "'WAITING'" }),
    ]);
    // Without a unique index, processes of the previous version would insert devices twice, so the new one comes first.
    await steps.createIndex('wallet_tellings', {
      name: 'wallet_tellings_target',
      columnNames: ['lane_id', 'device', 'target', 'push_id'],
      isUnique: true,
    });
    await steps.dropIndex('wallet_tellings', former);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createIndex('wallet_tellings', new TableIndex(former));
    await runner.dropIndex('wallet_tellings', 'wallet_tellings_target');
    for (const column of ['state', 'passes', 'target']) await runner.dropColumn('wallet_tellings', column);
    await runner.dropColumn('wallet_pushes', 'unnotified');
  }
}
