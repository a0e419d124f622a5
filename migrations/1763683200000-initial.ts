import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, reference, text } from './table-builder.ts';

export class Initial1763683200000 extends Migration {
  readonly name = 'Initial1763683200000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('accounts', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('name', 100),
        text('domain', 253, { isNullable: true }),
        text('timezone', 50),
        integer('email_balance', { default: 0 }),
        text('parent_id', 20, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'accounts_parent', columnNames: ['parent_id'] }],
      foreignKeys: [reference('accounts_parent_fk', 'parent_id', 'accounts')],
    });
    await steps.createTable('api_keys', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('name', 100),
        text('secret_hash', 64),
        text('scope_list', 60),
        instant('created_at'),
        instant('expires_at', { isNullable: true }),
        instant('last_used_at', { isNullable: true }),
        instant('revoked_at', { isNullable: true }),
      ],
      indices: [{ name: 'api_keys_account', columnNames: ['account_id'] }],
      foreignKeys: [reference('api_keys_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('folders', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('name', 100),
        text('parent_id', 16, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'folders_account', columnNames: ['account_id'] },
        { name: 'folders_parent', columnNames: ['parent_id'] },
      ],
      foreignKeys: [
        reference('folders_account_fk', 'account_id', 'accounts'),
        reference('folders_parent_fk', 'parent_id', 'folders'),
      ],
    });
    await steps.createTable('coupons', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('code', 8),
        text('name', 100),
        text('title', 200, { isNullable: true }),
        longText('description', { isNullable: true }),
        text('status', 10),
        text('timezone', 50),
        instant('starts_at', { isNullable: true }),
        text('expiry_type', 10),
        instant('expires_at', { isNullable: true }),
        integer('expiry_days', { isNullable: true }),
        instant('locked_at', { isNullable: true }),
        instant('voided_at', { isNullable: true }),
        text('folder_id', 16, { isNullable: true }),
        text('value', 20, { isNullable: true }),
        text('currency', 3, { isNullable: true }),
        text('barcode', 10, { isNullable: true }),
        text('email_subject', 200, { isNullable: true }),
        longText('email_body', { isNullable: true }),
        text('sms_body', 1000, { isNullable: true }),
        instant('pool_since', { isNullable: true }),
        instant('created_at'),
        instant('deleted_at', { isNullable: true }),
      ],
      indices: [
        { name: 'coupons_code', columnNames: ['code'], isUnique: true },
        { name: 'coupons_account', columnNames: ['account_id', 'created_at'] },
        { name: 'coupons_folder', columnNames: ['folder_id'] },
      ],
      foreignKeys: [
        reference('coupons_account_fk', 'account_id', 'accounts'),
        reference('coupons_folder_fk', 'folder_id', 'folders'),
      ],
    });
    await steps.createTable('coupon_tags', {
      columns: [text('coupon_id', 16, { isPrimary: true }), text('tag', 50, { isPrimary: true })],
      foreignKeys: [reference('coupon_tags_coupon_fk', 'coupon_id', 'coupons', 'CASCADE')],
    });
    await steps.createTable('coupon_sessions', {
      columns: [
        bigint('sequence', { isPrimary: true }),
        text('session', 21),
        text('account_id', 20),
        text('coupon_id', 16),
        text('custom_id', 50, { isNullable: true }),
        text('custom_validation_code', 100, { isNullable: true }),
        text('first_name', 100, { isNullable: true }),
        text('last_name', 100, { isNullable: true }),
        text('email', 254, { isNullable: true }),
        text('email_key', 254, { isNullable: true }),
        text('phone', 50, { isNullable: true }),
        text('phone_key', 50, { isNullable: true }),
        text('custom_field1', 50, { isNullable: true }),
        text('custom_field2', 50, { isNullable: true }),
        text('custom_field3', 50, { isNullable: true }),
        text('custom_field4', 50, { isNullable: true }),
        text('custom_field5', 50, { isNullable: true }),
        text('custom_field6', 50, { isNullable: true }),
        text('custom_field7', 50, { isNullable: true }),
        text('money_spent', 20, { isNullable: true }),
        text('utm_campaign', 255, { isNullable: true }),
        text('utm_source', 255, { isNullable: true }),
        text('utm_medium', 255, { isNullable: true }),
        text('utm_term', 255, { isNullable: true }),
        text('utm_content', 255, { isNullable: true }),
        instant('created_at'),
        instant('opened_at', { isNullable: true }),
        instant('started_at', { isNullable: true }),
        instant('claimed_at', { isNullable: true }),
        text('claim_type', 10, { isNullable: true }),
        instant('validated_at', { isNullable: true }),
        instant('locked_at', { isNullable: true }),
        instant('voided_at', { isNullable: true }),
        instant('saved_at', { isNullable: true }),
        instant('held_until', { isNullable: true }),
        text('hold_key', 100, { isNullable: true }),
        instant('own_expires_at', { isNullable: true }),
        bigint('transition_id', { isNullable: true }),
      ],
      indices: [
        { name: 'coupon_sessions_session', columnNames: ['session'], isUnique: true },
        { name: 'coupon_sessions_sequence', columnNames: ['coupon_id', 'sequence'] },
        { name: 'coupon_sessions_created', columnNames: ['coupon_id', 'created_at'] },
        { name: 'coupon_sessions_opened', columnNames: ['coupon_id', 'opened_at'] },
        { name: 'coupon_sessions_claimed', columnNames: ['coupon_id', 'claimed_at'] },
        { name: 'coupon_sessions_validated', columnNames: ['coupon_id', 'validated_at'] },
        { name: 'coupon_sessions_email', columnNames: ['account_id', 'email_key'] },
        { name: 'coupon_sessions_phone', columnNames: ['account_id', 'phone_key'] },
        { name: 'coupon_sessions_code', columnNames: ['account_id', 'custom_validation_code'] },
      ],
      foreignKeys: [reference('coupon_sessions_coupon_fk', 'coupon_id', 'coupons')],
    });
    await steps.createTable('session_identities', {
      columns: [
        text('coupon_id', 16, { isPrimary: true }),
        text('field', 10, { isPrimary: true }),
        text('value', 254, { isPrimary: true }),
        bigint('sequence'),
      ],
      indices: [{ name: 'session_identities_sequence', columnNames: ['sequence'] }],
    });
    await steps.createTable('validation_codes', {
      columns: [
        text('coupon_id', 16, { isPrimary: true }),
        text('code', 100, { isPrimary: true }),
        bigint('sequence', { isNullable: true }),
        bigint('position', { isNullable: true }),
      ],
      indices: [{ name: 'validation_codes_pool', columnNames: ['coupon_id', 'sequence', 'position'] }],
    });
    await steps.createTable('validation_code_spaces', {
      columns: [text('coupon_id', 16, { isPrimary: true }), text('form', 150, { isPrimary: true }), bigint('used')],
    });
    await steps.createTable('events', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('id', 24),
        text('account_id', 20),
        text('kind', 20),
        text('type', 40),
        instant('created_at'),
        text('campaign_id', 20, { isNullable: true }),
        text('session', 21, { isNullable: true }),
        text('key_id', 20, { isNullable: true }),
        longText('data'),
      ],
      indices: [
        { name: 'events_id', columnNames: ['id'], isUnique: true },
        { name: 'events_account', columnNames: ['account_id', 'number'] },
        { name: 'events_session', columnNames: ['session'] },
      ],
    });
    await steps.createTable('idempotent_calls', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('key_id', 20, { isPrimary: true }),
        text('operation', 60, { isPrimary: true }),
        text('idempotency_key', 255, { isPrimary: true }),
        text('fingerprint', 64),
        longText('result', { isNullable: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'idempotent_calls_created', columnNames: ['created_at'] }],
    });
    await steps.createTable('jobs', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20, { isNullable: true }),
        text('kind', 40),
        longText('input'),
        longText('progress', { isNullable: true }),
        text('status', 10),
        integer('attempts'),
        text('lease', 20, { isNullable: true }),
        instant('created_at'),
        instant('due_at'),
        instant('finished_at', { isNullable: true }),
        longText('error', { isNullable: true }),
      ],
      indices: [{ name: 'jobs_due', columnNames: ['status', 'due_at'] }],
    });
    await steps.createTable('sequences', {
      columns: [text('name', 40, { isPrimary: true }), bigint('value')],
    });
    await steps.change(`${steps.insertIfAbsent} INTO sequences (name, value) VALUES ('session', 0), ('code', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const tables = [
  'accounts',
  'api_keys',
  'folders',
  'coupons',
  'coupon_tags',
  'coupon_sessions',
  'session_identities',
  'validation_codes',
  'validation_code_spaces',
  'events',
  'idempotent_calls',
  'jobs',
  'sequences',
];
