import type { QueryRunner } from 'typeorm';
import { TableIndex } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { bigint, instant, text } from './table-builder.ts';

/** Replaces the indexes of sessions that consist mainly of NULLs by two tables. */
export class SessionMarks1763740000000 extends Migration {
  readonly name = 'SessionMarks1763740000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('sequences', instant('reserved_at', { isNullable: true }));
    await steps.createTable('session_marks', {
      columns: [
        text('coupon_id', 16, { isPrimary: true }),
        text('kind', 10, { isPrimary: true }),
        instant('at', { isPrimary: true }),
        bigint('sequence', { isPrimary: true }),
      ],
    });
    await steps.createTable('session_search_keys', {
      columns: [
        text('account_id', 20, { isPrimary: true }),
        text('field', 10, { isPrimary: true }),
        text('value', 254, { isPrimary: true }),
        bigint('sequence', { isPrimary: true }),
      ],
    });
    if (await steps.hasRows('accounts')) await queueJob(steps);
    else await completeAtOnce(steps);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind IN ('indexSessions', 'dropSessionIndexes')`);
    const kept = (await runner.getTable('coupon_sessions'))?.indices.map(({ name }) => name);
    for (const index of indexes)
      if (!kept?.includes(index.name)) await runner.createIndex('coupon_sessions', new TableIndex(index));
    await runner.dropTable('session_search_keys');
    await runner.dropTable('session_marks');
    await runner.dropColumn('sequences', 'reserved_at');
  }
}

/** The job begins when no process of the previous version runs any more, because those use the indexes. */
function queueJob(steps: MigrationSteps): Promise<void> {
  return steps.change(
    `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
     VALUES ('job_0indexsessions00', 'indexSessions', '{}', 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)})`,
  );
}

/** A new installation has no sessions, and no process of the previous version. */
async function completeAtOnce(steps: MigrationSteps): Promise<void> {
  for (const index of indexes) await steps.dropIndex('coupon_sessions', index);
  await steps.change(
    `${steps.insertIfAbsent} INTO session_marks (coupon_id, kind, at, sequence)
     VALUES ('', 'complete', '1970-01-01 00:00:00.000', 0)`,
  );
}

const indexes = [
  { name: 'coupon_sessions_created', columnNames: ['coupon_id', 'created_at'] },
  { name: 'coupon_sessions_opened', columnNames: ['coupon_id', 'opened_at'] },
  { name: 'coupon_sessions_claimed', columnNames: ['coupon_id', 'claimed_at'] },
  { name: 'coupon_sessions_validated', columnNames: ['coupon_id', 'validated_at'] },
  { name: 'coupon_sessions_email', columnNames: ['account_id', 'email_key'] },
  { name: 'coupon_sessions_phone', columnNames: ['account_id', 'phone_key'] },
  { name: 'coupon_sessions_held', columnNames: ['held_until'] },
];
