import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, reference, text } from './table-builder.ts';

const tables = ['wallet_tellings', 'wallet_lanes', 'wallet_pushes'] as const;

const counter = { default: 0 };

/** Creates the tables of push messages, and of the devices that are to be told of changes. */
export class WalletPushes1763738000000 extends Migration {
  readonly name = 'WalletPushes1763738000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('wallet_pushes', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('id', 20),
        text('account_id', 20),
        text('campaign_id', 16),
        text('message', 500),
        text('audience', 5),
        text('job_id', 20, { isNullable: true }),
        integer('recipients'),
        integer('told', counter),
        integer('failed', counter),
        integer('fetched', counter),
        bigint('message_change', { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'wallet_pushes_id', columnNames: ['id'], isUnique: true },
        { name: 'wallet_pushes_account', columnNames: ['account_id', 'created_at', 'number'] },
        { name: 'wallet_pushes_campaign', columnNames: ['campaign_id', 'created_at'] },
        { name: 'wallet_pushes_change', columnNames: ['message_change'] },
      ],
      foreignKeys: [reference('wallet_pushes_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('wallet_lanes', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        instant('next_due_at', { isNullable: true }),
        instant('next_slot_at', { isNullable: true }),
        integer('paused_version', { isNullable: true }),
        text('pause_reason', 500, { isNullable: true }),
        instant('paused_at', { isNullable: true }),
      ],
      indices: [{ name: 'wallet_lanes_due', columnNames: ['next_due_at'] }],
    });
    await steps.createTable('wallet_tellings', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('lane_id', 20),
        bigint('device'),
        text('push_id', 20),
        integer('urgent'),
        instant('due_at', { isNullable: true }),
        integer('failures', counter),
      ],
      indices: [
        { name: 'wallet_tellings_device', columnNames: ['lane_id', 'device', 'push_id'], isUnique: true },
        { name: 'wallet_tellings_due', columnNames: ['lane_id', 'urgent', 'due_at'] },
        { name: 'wallet_tellings_push', columnNames: ['push_id', 'lane_id'] },
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.dropTable(table);
  }
}
