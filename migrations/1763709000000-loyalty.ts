import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, longText, reference, text } from './table-builder.ts';

export class Loyalty1763709000000 extends Migration {
  readonly name = 'Loyalty1763709000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('loyalty_cards', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('code', 8),
        text('name', 50),
        text('domain', 253, { isNullable: true }),
        text('type', 10),
        text('medium', 10),
        integer('stamps_required', { isNullable: true }),
        text('title', 200, { isNullable: true }),
        longText('description', { isNullable: true }),
        text('background_color', 7, { isNullable: true }),
        text('text_color', 7, { isNullable: true }),
        text('logo_url', 500, { isNullable: true }),
        instant('created_at'),
        instant('deactivated_at', { isNullable: true }),
        instant('deleted_at', { isNullable: true }),
      ],
      indices: [
        { name: 'loyalty_cards_code', columnNames: ['code'], isUnique: true },
        { name: 'loyalty_cards_account', columnNames: ['account_id', 'created_at'] },
      ],
      foreignKeys: [reference('loyalty_cards_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('loyalty_rewards', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('card_id', 16),
        text('name', 100),
        text('description', 1000, { isNullable: true }),
        text('unit', 10),
        integer('points', { isNullable: true }),
        integer('valid_days', { isNullable: true }),
        instant('created_at'),
        instant('retired_at', { isNullable: true }),
      ],
      indices: [{ name: 'loyalty_rewards_card', columnNames: ['card_id', 'created_at'] }],
      foreignKeys: [reference('loyalty_rewards_card_fk', 'card_id', 'loyalty_cards')],
    });
    await steps.createTable('loyalty_persons', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('account_id', 20),
        text('email', 254, { isNullable: true }),
        text('phone', 50, { isNullable: true }),
        text('first_name', 100, { isNullable: true }),
        text('last_name', 100, { isNullable: true }),
        text('gender', 10, { isNullable: true }),
        text('birthday', 10, { isNullable: true }),
        text('address', 255, { isNullable: true }),
        text('zip', 20, { isNullable: true }),
        text('city', 100, { isNullable: true }),
        ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => text(`custom${number}`, 255, { isNullable: true })),
        text('password_hash', 255, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'loyalty_persons_account', columnNames: ['account_id'] }],
      foreignKeys: [reference('loyalty_persons_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('loyalty_memberships', {
      columns: [
        bigint('number', { isPrimary: true }),
        text('account_id', 20),
        text('card_id', 16),
        text('user_id', 20),
        integer('stamps', { default: 0 }),
        integer('points', { default: 0 }),
        instant('voided_at', { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'loyalty_memberships_user', columnNames: ['card_id', 'user_id'], isUnique: true },
        { name: 'loyalty_memberships_created', columnNames: ['card_id', 'created_at', 'number'] },
        { name: 'loyalty_memberships_valid', columnNames: ['card_id', 'voided_at', 'created_at', 'number'] },
        { name: 'loyalty_memberships_person', columnNames: ['user_id'] },
      ],
      foreignKeys: [
        reference('loyalty_memberships_card_fk', 'card_id', 'loyalty_cards'),
        reference('loyalty_memberships_person_fk', 'user_id', 'loyalty_persons'),
      ],
    });
    await steps.createTable('loyalty_search_keys', {
      columns: [
        text('card_id', 16, { isPrimary: true }),
        text('field', 10, { isPrimary: true }),
        text('value', 255, { isPrimary: true }),
        instant('created_at', { isPrimary: true }),
        bigint('membership', { isPrimary: true }),
      ],
      indices: [{ name: 'loyalty_search_keys_membership', columnNames: ['membership'] }],
    });
    const ofMembership = (name: string) => ({
      ...reference(name, 'membership', 'loyalty_memberships'),
      referencedColumnNames: ['number'],
    });
    await steps.createTable('earned_rewards', {
      columns: [
        text('id', 20, { isPrimary: true }),
        bigint('membership'),
        text('reward_id', 16),
        instant('earned_at'),
        instant('expires_at', { isNullable: true }),
        instant('used_at', { isNullable: true }),
        instant('withdrawn_at', { isNullable: true }),
      ],
      indices: [
        { name: 'earned_rewards_membership', columnNames: ['membership', 'earned_at'] },
        { name: 'earned_rewards_reward', columnNames: ['reward_id'] },
      ],
      foreignKeys: [
        ofMembership('earned_rewards_membership_fk'),
        reference('earned_rewards_reward_fk', 'reward_id', 'loyalty_rewards'),
      ],
    });
    await steps.createTable('ledger_entries', {
      columns: [
        bigint('number', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        text('id', 20),
        bigint('membership'),
        text('unit', 10),
        integer('delta'),
        integer('balance'),
        text('reason', 20),
        text('reward_id', 20, { isNullable: true }),
        text('reverses', 20, { isNullable: true }),
        text('merchant_id', 16, { isNullable: true }),
        text('key_id', 20, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [
        { name: 'ledger_entries_id', columnNames: ['id'], isUnique: true },
        { name: 'ledger_entries_membership', columnNames: ['membership', 'number'] },
        { name: 'ledger_entries_reverses', columnNames: ['reverses'], isUnique: true },
      ],
      foreignKeys: [ofMembership('ledger_entries_membership_fk')],
    });
    await steps.createTable('merchants', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('name', 100),
        text('address', 255, { isNullable: true }),
        text('zip', 20, { isNullable: true }),
        text('city', 100, { isNullable: true }),
        instant('created_at'),
      ],
      indices: [{ name: 'merchants_account', columnNames: ['account_id', 'created_at'] }],
      foreignKeys: [reference('merchants_account_fk', 'account_id', 'accounts')],
    });
    await steps.change(`${steps.insertIfAbsent} INTO sequences (name, value) VALUES ('membership', 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM sequences WHERE name = 'membership'`);
    for (const table of tables.toReversed()) await runner.dropTable(table);
  }
}

const tables = [
  'loyalty_cards',
  'loyalty_rewards',
  'loyalty_persons',
  'loyalty_memberships',
  'loyalty_search_keys',
  'earned_rewards',
  'ledger_entries',
  'merchants',
];
