import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

/** Queues the job that makes the search keys of the custom ids of all sessions. */
export class CustomIdKeys1763748000000 extends Migration {
  readonly name = 'CustomIdKeys1763748000000';

  /** The job begins when no process of the previous version runs any more, because those write no such keys. */
  protected async apply(steps: MigrationSteps): Promise<void> {
    if (!(await steps.hasRows('accounts'))) return;
    await steps.change(
      `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       VALUES ('job_0indexcustomids0', 'indexCustomIds', '{}', 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind = 'indexCustomIds'`);
    await runner.query(`DELETE FROM session_search_keys WHERE field = 'customId'`);
  }
}
