import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, longText, reference, text } from './table-builder.ts';

const tables = [
  'wallet_registrations',
  'wallet_devices',
  'wallet_campaigns',
  'wallet_passes',
  'certificate_requests',
] as const;

/** Creates the tables of wallet passes, of the devices that have them, and of keys that wait for a certificate. */
export class Wallets1763737000000 extends Migration {
  readonly name = 'Wallets1763737000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('certificate_requests', {
      columns: [text('account_id', 20, { isPrimary: true }), longText('private_key'), instant('created_at')],
      foreignKeys: [reference('certificate_requests_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('wallet_passes', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('campaign_id', 16),
        text('session', 21, { isNullable: true }),
        bigint('membership', { isNullable: true }),
        text('user_id', 20, { isNullable: true }),
        text('platform', 6),
        text('issuer', 100),
        text('token', 32),
        bigint('changed'),
        bigint('made'),
        text('message', 501, { isNullable: true }),
        bigint('message_change', { isNullable: true }),
        instant('created_at'),
        instant('saved_at', { isNullable: true }),
        instant('removed_at', { isNullable: true }),
        instant('events_until', { isNullable: true }),
      ],
      indices: [
        { name: 'wallet_passes_session', columnNames: ['session', 'issuer'], isUnique: true },
        { name: 'wallet_passes_membership', columnNames: ['membership', 'issuer'], isUnique: true },
        { name: 'wallet_passes_campaign', columnNames: ['campaign_id', 'platform', 'saved_at'] },
      ],
    });
    await steps.createTable('wallet_campaigns', {
      columns: [
        text('campaign_id', 16, { isPrimary: true }),
        text('account_id', 20),
        bigint('changed'),
        text('message', 501, { isNullable: true }),
        bigint('message_change', { isNullable: true }),
      ],
    });
    await steps.createTable('wallet_devices', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('pass_type', 100),
        text('library_id', 100),
        text('push_token', 200),
        instant('registered_at'),
        bigint('counted_change'),
      ],
      indices: [{ name: 'wallet_devices_library', columnNames: ['pass_type', 'library_id'], isUnique: true }],
    });
    await steps.createTable('wallet_registrations', {
      columns: [text('pass_id', 20, { isPrimary: true }), bigint('device', { isPrimary: true }), instant('created_at')],
      indices: [{ name: 'wallet_registrations_device', columnNames: ['device'] }],
    });
    await steps.change(`${steps.insertIfAbsent} INTO sequences (name, value) VALUES ('wallet_changes', 0)`);
    await steps.change(
      `${steps.insertIfAbsent} INTO sequences (name, value) SELECT 'wallet_updates', s.value FROM sequences s WHERE s.name = 'event_position'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM sequences WHERE name IN ('wallet_updates', 'wallet_changes')`);
    for (const table of tables) await runner.dropTable(table);
  }
}
