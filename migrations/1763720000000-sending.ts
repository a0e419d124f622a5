import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, reference, text } from './table-builder.ts';

/** Creates the tables of integrations, messages and their contents, coupon receipts and opt-outs. */
export class Sending1763720000000 extends Migration {
  readonly name = 'Sending1763720000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('integrations', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('channel', 15),
        text('provider', 10),
        longText('settings'),
        longText('shown'),
        integer('per_second', { isNullable: true }),
        integer('version'),
        instant('connected_at'),
        instant('disconnected_at', { isNullable: true }),
        instant('next_due_at', { isNullable: true }),
        instant('next_slot_at', { isNullable: true }),
      ],
      indices: [
        { name: 'integrations_channel', columnNames: ['account_id', 'channel'], isUnique: true },
        { name: 'integrations_due', columnNames: ['next_due_at'] },
        { name: 'integrations_provider', columnNames: ['provider', 'disconnected_at'] },
      ],
      foreignKeys: [reference('integrations_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('message_contents', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('sender', 400, { isNullable: true }),
        text('subject', 200, { isNullable: true }),
        longText('body'),
        text('format', 4),
        text('button_text', 100, { isNullable: true }),
        instant('created_at'),
      ],
    });
    await steps.createTable('messages', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('id', 20),
        text('account_id', 20),
        text('integration_id', 20),
        text('channel', 5),
        text('campaign_id', 16),
        text('session', 21, { isNullable: true }),
        text('content_id', 20),
        text('address', 254),
        text('address_key', 254),
        text('first_name', 100, { isNullable: true }),
        text('last_name', 100, { isNullable: true }),
        text('link', 100),
        text('status', 10),
        integer('urgent'),
        text('job_id', 20, { isNullable: true }),
        text('key_id', 20, { isNullable: true }),
        integer('paid'),
        instant('created_at'),
        instant('due_at', { isNullable: true }),
        integer('claims'),
        integer('failures'),
        instant('sent_at', { isNullable: true }),
        instant('delivered_at', { isNullable: true }),
        instant('finished_at', { isNullable: true }),
        text('reason', 300, { isNullable: true }),
        text('platform_id', 100, { isNullable: true }),
        integer('segments', { isNullable: true }),
      ],
      indices: [
        { name: 'messages_id', columnNames: ['id'], isUnique: true },
        { name: 'messages_due', columnNames: ['integration_id', 'urgent', 'due_at'] },
        { name: 'messages_account', columnNames: ['account_id', 'channel', 'status', 'created_at'] },
        { name: 'messages_campaign', columnNames: ['campaign_id', 'created_at'] },
        { name: 'messages_address', columnNames: ['account_id', 'address_key', 'created_at'] },
        { name: 'messages_session', columnNames: ['session'] },
        { name: 'messages_job', columnNames: ['job_id', 'status', 'created_at'] },
        { name: 'messages_platform', columnNames: ['platform_id'] },
        { name: 'messages_content', columnNames: ['content_id'] },
      ],
    });
    await steps.createTable('coupon_receipts', {
      columns: [
        text('coupon_id', 16, { isPrimary: true }),
        text('address', 254, { isPrimary: true }),
        text('message_id', 20),
        instant('created_at'),
      ],
      indices: [{ name: 'coupon_receipts_message', columnNames: ['message_id'] }],
    });
    await steps.createTable('opt_outs', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('channel', 5, { isPrimary: true }),
        text('address', 254, { isPrimary: true }),
        text('reason', 15),
        instant('created_at'),
      ],
      indices: [{ name: 'opt_outs_created', columnNames: ['account_id', 'channel', 'created_at'] }],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['opt_outs', 'coupon_receipts', 'messages', 'message_contents', 'integrations'];
    for (const table of tables) await runner.dropTable(table);
  }
}
