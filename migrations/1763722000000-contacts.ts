import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, integer, reference, text } from './table-builder.ts';

/** Creates the tables of contact groups and contacts. */
export class Contacts1763722000000 extends Migration {
  readonly name = 'Contacts1763722000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('contact_groups', {
      columns: [
        text('id', 16, { isPrimary: true }),
        text('account_id', 20),
        text('channel', 5),
        text('name', 100),
        integer('contacts'),
        bigint('last_number'),
        instant('created_at'),
        instant('deleted_at', { isNullable: true }),
      ],
      indices: [{ name: 'contact_groups_account', columnNames: ['account_id', 'channel', 'created_at'] }],
      foreignKeys: [reference('contact_groups_account_fk', 'account_id', 'accounts')],
    });
    await steps.createTable('contacts', {
      columns: [
        text('group_id', 16, { isPrimary: true }),
        bigint('number', { isPrimary: true }),
        text('id', 20),
        text('address', 254),
        text('address_key', 254),
        text('first_name', 100, { isNullable: true }),
        text('last_name', 100, { isNullable: true }),
        text('birthday', 10, { isNullable: true }),
        ...customs.map((number) => text(`custom${number}`, 255, { isNullable: true })),
        instant('created_at'),
      ],
      indices: [
        { name: 'contacts_address', columnNames: ['group_id', 'address_key'], isUnique: true },
        { name: 'contacts_id', columnNames: ['id'], isUnique: true },
      ],
      foreignKeys: [reference('contacts_group_fk', 'group_id', 'contact_groups')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('contacts');
    await runner.dropTable('contact_groups');
  }
}

const customs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
