import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { double, integer, text } from './table-builder.ts';

const tables = ['statistics_refusals', 'statistics_totals', 'statistics'] as const;

const counters = [
  ...['created', 'opened', 'saved', 'claimed', 'validated', 'unvalidated', 'voided', 'unvoided', 'removed'],
  ...['money_spent', 'money_unvalidated', 'sent', 'delivered', 'failed', 'refused'],
  ...['stamps_added', 'stamps_removed', 'points_added', 'points_removed'],
  ...['rewards_earned', 'rewards_used', 'rewards_withdrawn', 'rewards_returned'],
  ...['members', 'members_removed', 'openings'],
];

/** Creates the tables of statistics. They are counted from the oldest event of the log on. */
export class Statistics1763742000000 extends Migration {
  readonly name = 'Statistics1763742000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    const sums = counters.map((name) => double(name, { isNullable: true }));
    const bucket = [
      text('campaign_id', 20, { isPrimary: true }),
      integer('span', { isPrimary: true }),
      integer('bucket', { isPrimary: true }),
    ];
    await steps.createTable('statistics', { columns: [...bucket, ...sums] });
    await steps.createTable('statistics_totals', {
      columns: [text('campaign_id', 20, { isPrimary: true }), text('account_id', 20), ...sums],
      indices: [{ name: 'statistics_totals_account', columnNames: ['account_id'] }],
    });
    await steps.createTable('statistics_refusals', {
      columns: [...bucket, text('code', 40, { isPrimary: true }), double('amount', { isNullable: true })],
    });
    await steps.change(
      `${steps.insertIfAbsent} INTO sequences (name, value) SELECT 'statistics', s.value FROM sequences s WHERE s.name = 'events_pruned'`,
    );
    await steps.change(
      `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       SELECT 'job_0countrecords000', 'countRecords', JSON_OBJECT('before', ${oldestEvent(steps)}), 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)}
       FROM sequences p WHERE p.name = 'events_pruned' AND p.value > 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind = 'countRecords'`);
    await runner.query(`DELETE FROM sequences WHERE name = 'statistics'`);
    for (const table of tables) await runner.dropTable(table);
  }
}

/** Returns an expression for the time of the oldest event. */
function oldestEvent(steps: MigrationSteps): string {
  const oldest = 'SELECT e.created_at FROM events e WHERE e.position IS NOT NULL ORDER BY e.position LIMIT 1';
  return `COALESCE(CAST((${oldest}) AS CHAR(23)), CAST(${steps.inDays(0)} AS CHAR(23)))`;
}
