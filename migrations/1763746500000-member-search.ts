import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, reference, text } from './table-builder.ts';

const indices = {
  directory_users_access: ['directory_id', 'paid_access_until', 'created_at'],
  directory_users_blocked: ['directory_id', 'blocked_at', 'created_at'],
};

/** Finds members of directories by a text, by their paid access, and those who are blocked. */
export class MemberSearch1763746500000 extends Migration {
  readonly name = 'MemberSearch1763746500000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('directory_search_keys', {
      columns: [
        text('directory_id', 16, { isPrimary: true }),
        text('value', 255, { isPrimary: true }),
        instant('created_at', { isPrimary: true }),
        text('user_id', 20, { isPrimary: true }),
      ],
      indices: [{ name: 'directory_search_keys_user', columnNames: ['user_id'] }],
      foreignKeys: [reference('directory_search_keys_user_fk', 'user_id', 'directory_users', 'CASCADE')],
    });
    for (const [name, columnNames] of Object.entries(indices))
      await steps.createIndex('directory_users', { name, columnNames });
    // The job begins when no process of the previous version runs any more, because those write no keys.
    await steps.change(
      `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       SELECT 'job_0memberkeys00000', 'completeMemberKeys', '{}', 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)}
       FROM sequences s WHERE s.name = 'membership' AND EXISTS (SELECT 1 FROM directory_users)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind = 'completeMemberKeys'`);
    for (const name of Object.keys(indices)) await runner.dropIndex('directory_users', name);
    await runner.dropTable('directory_search_keys');
  }
}
