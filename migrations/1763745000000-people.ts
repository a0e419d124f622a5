import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, reference, text } from './table-builder.ts';

const tables = ['sign_ins', 'person_links', 'memberships', 'console_people'] as const;

/** Creates the tables of people who sign in to the console, of their roles in accounts, links and sign-ins. */
export class People1763745000000 extends Migration {
  readonly name = 'People1763745000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('console_people', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('email', 254),
        text('name', 100, { isNullable: true }),
        text('password_hash', 200),
        instant('created_at'),
        instant('last_signed_in_at', { isNullable: true }),
        text('last_account_id', 20, { isNullable: true }),
      ],
      indices: [{ name: 'people_email', columnNames: ['email'], isUnique: true }],
    });
    await steps.createTable('memberships', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('person_id', 20, { isPrimary: true }),
        text('role', 10),
        instant('created_at'),
      ],
      indices: [{ name: 'memberships_person', columnNames: ['person_id'] }],
      foreignKeys: [
        reference('memberships_account_fk', 'account_id', 'accounts'),
        reference('memberships_person_fk', 'person_id', 'console_people', 'CASCADE'),
      ],
    });
    await steps.createTable('person_links', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('token_hash', 64),
        text('kind', 10),
        text('account_id', 20, { isNullable: true }),
        text('person_id', 20, { isNullable: true }),
        text('email', 254, { isNullable: true }),
        text('role', 10, { isNullable: true }),
        text('made_by', 20, { isNullable: true }),
        instant('created_at'),
        instant('expires_at'),
        instant('used_at', { isNullable: true }),
        instant('revoked_at', { isNullable: true }),
        instant('mailed_at', { isNullable: true }),
      ],
      indices: [
        { name: 'person_links_token', columnNames: ['token_hash'], isUnique: true },
        { name: 'person_links_account', columnNames: ['account_id', 'created_at'] },
        { name: 'person_links_person', columnNames: ['person_id'] },
        { name: 'person_links_created', columnNames: ['created_at'] },
      ],
      foreignKeys: [
        reference('person_links_account_fk', 'account_id', 'accounts'),
        reference('person_links_person_fk', 'person_id', 'console_people', 'CASCADE'),
      ],
    });
    await steps.createTable('sign_ins', {
      columns: [
        text('id', 20, { isPrimary: true }),
        text('token_hash', 64),
        text('person_id', 20),
        text('account_id', 20),
        instant('created_at'),
        instant('last_used_at'),
        instant('expires_at'),
        text('address', 45),
        text('browser', 200),
      ],
      indices: [
        { name: 'sign_ins_token', columnNames: ['token_hash'], isUnique: true },
        { name: 'sign_ins_person', columnNames: ['person_id', 'created_at'] },
        { name: 'sign_ins_account', columnNames: ['account_id', 'created_at'] },
        { name: 'sign_ins_expiry', columnNames: ['expires_at'] },
      ],
      foreignKeys: [
        reference('sign_ins_person_fk', 'person_id', 'console_people', 'CASCADE'),
        reference('sign_ins_account_fk', 'account_id', 'accounts'),
      ],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.dropTable(table);
  }
}
