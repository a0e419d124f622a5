import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

/** Queues a job that adds search keys for addresses and for the words of custom fields. */
export class SearchKeys1763736000000 extends Migration {
  readonly name = 'SearchKeys1763736000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    // The job begins when no process of the previous version runs any more, because those write fewer keys.
    await steps.change(
      `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       SELECT 'job_0searchkeys00000', 'completeSearchKeys', '{}', 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)}
       FROM sequences s WHERE s.name = 'membership' AND EXISTS (SELECT 1 FROM loyalty_memberships)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind = 'completeSearchKeys'`);
  }
}
