import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant } from './table-builder.ts';

const column = instant('removal_began_at', { isNullable: true });

const indices = [
  { table: 'accounts', name: 'accounts_removal', columnNames: ['removal_began_at'] },
  { table: 'message_contents', name: 'message_contents_account', columnNames: ['account_id'] },
];

/** Adds since when closed accounts are being removed, and finds the contents of their messages. */
export class AccountRemovals1763750250000 extends Migration {
  readonly name = 'AccountRemovals1763750250000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('accounts', column);
    for (const { table, ...index } of indices) await steps.createIndex(table, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name } of indices.toReversed()) await runner.dropIndex(table, name);
    await runner.dropColumn('accounts', column.name);
  }
}
