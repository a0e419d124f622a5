import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, integer, longText, reference, text } from './table-builder.ts';

export class Directories1763708400000 extends Migration {
  readonly name = 'Directories1763708400000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('directories', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('code', 8),
        text('name', 100),
        text('title', 200, { isNullable: true }),
        longText('description', { isNullable: true }),
        text('timezone', 50),
        instant('created_at'),
        instant('deleted_at', { isNullable: true }),
      ],
      indices: [
        { name: 'directories_code', columnNames: ['code'], isUnique: true },
        { name: 'directories_account', columnNames: ['account_id', 'created_at'] },
      ],
      foreignKeys: [reference('directories_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('categories', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('directory_id', 16),
        text('name', 100),
        integer('position'),
        instant('created_at'),
      ],
      indices: [{ name: 'categories_directory', columnNames: ['directory_id', 'position'] }],
      foreignKeys: [reference('categories_directory_fk', 'directory_id', 'directories', 'CASCADE')],
    });
    await steps.createTable('placements', {
      columns: [
        text('directory_id', 16, { isPrimary: true }),
        text('campaign_id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('category_id', 16, { isNullable: true }),
        integer('position'),
        instant('paid_since', { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'placements_campaign', columnNames: ['campaign_id'] },
        { name: 'placements_category', columnNames: ['category_id'] },
      ],
      foreignKeys: [
        reference('placements_directory_fk', 'directory_id', 'directories', 'CASCADE'),
        reference('placements_category_fk', 'category_id', 'categories', 'SET NULL'),
      ],
    });
    await steps.createTable('directory_users', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('directory_id', 16),
        text('email', 254),
        text('email_key', 254),
        text('password_hash', 150),
        text('first_name', 100, { isNullable: true }),
        text('last_name', 100, { isNullable: true }),
        text('phone', 50, { isNullable: true }),
        text('birth_date', 10, { isNullable: true }),
        text('address', 255, { isNullable: true }),
        text('zip', 20, { isNullable: true }),
        text('city', 100, { isNullable: true }),
        text('custom1', 255, { isNullable: true }),
        text('custom2', 255, { isNullable: true }),
        text('custom3', 255, { isNullable: true }),
        instant('blocked_at', { isNullable: true }),
        text('block_reason', 200, { isNullable: true }),
        instant('paid_access_until', { isNullable: true }),
        instant('access_expired_at', { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'directory_users_email', columnNames: ['directory_id', 'email_key'], isUnique: true },
        { name: 'directory_users_created', columnNames: ['directory_id', 'created_at'] },
      ],
      foreignKeys: [reference('directory_users_directory_fk', 'directory_id', 'directories')],
    });
    await steps.createTable('single_sign_ons', {
      columns: [
        text('token_hash', 64, { isPrimary: true }),
        text('account_id', 20),
        text('directory_id', 16),
        text('user_id', 20),
        instant('created_at'),
        instant('expires_at'),
        instant('used_at', { isNullable: true }),
      ],
      indices: [{ name: 'single_sign_ons_user', columnNames: ['user_id'] }],
      foreignKeys: [reference('single_sign_ons_user_fk', 'user_id', 'directory_users', 'CASCADE')],
    });
    await steps.createTable('directory_sign_ins', {
      columns: [
        text('token_hash', 64, { isPrimary: true }),
        text('account_id', 20),
        text('user_id', 20),
        instant('created_at'),
        instant('expires_at'),
      ],
      indices: [{ name: 'directory_sign_ins_user', columnNames: ['user_id'] }],
      foreignKeys: [reference('directory_sign_ins_user_fk', 'user_id', 'directory_users', 'CASCADE')],
    });
    await steps.createTable('sign_in_attempts', {
      columns: [text('subject', 64, { isPrimary: true }), integer('failures'), instant('ends_at')],
      indices: [{ name: 'sign_in_attempts_end', columnNames: ['ends_at'] }],
    });
    await steps.createTable('directory_openings', {
      columns: [
        text('user_id', 20, { isPrimary: true }),
        text('campaign_id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('session', 21),
        instant('created_at'),
      ],
      foreignKeys: [reference('directory_openings_user_fk', 'user_id', 'directory_users', 'CASCADE')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const tables = [
  'directories',
  'categories',
  'placements',
  'directory_users',
  'single_sign_ons',
  'directory_sign_ins',
  'sign_in_attempts',
  'directory_openings',
];
