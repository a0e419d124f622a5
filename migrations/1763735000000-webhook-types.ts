import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { text } from './table-builder.ts';

/** Renames types of events, and adds secrets for `x-hmac` and the events that accounts share with their parents. */
export class WebhookTypes1763735000000 extends Migration {
  readonly name = 'WebhookTypes1763735000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('webhook_endpoints', text('hmac_secret', 1500, { isNullable: true }));
    await steps.createTable('shared_events', {
      columns: [text('event_id', 24, { isPrimary: true }), text('account_id', 20)],
      indices: [{ name: 'shared_events_account', columnNames: ['account_id'] }],
    });
    // The former names stay in the list, because processes of the previous version still record them and look for them.
    await steps.change(
      `UPDATE webhook_endpoints SET type_list = CONCAT(${presentNames}, '|,', type_list)
       WHERE type_list IS NOT NULL AND type_list NOT LIKE '%|%'`,
    );
    // A job renames the events, because there may be many, when no process of the previous version runs any more.
    await steps.change(
      `${steps.insertIfAbsent} INTO jobs (id, kind, input, status, attempts, created_at, due_at)
       SELECT 'job_0renameevents000', 'renameEvents', '{}', 'QUEUED', 0, ${steps.inDays(0)}, ${steps.inDays(1)}
       FROM sequences s WHERE s.name = 'event_position' AND EXISTS (SELECT 1 FROM events)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM jobs WHERE kind = 'renameEvents'`);
    await runner.dropTable('shared_events');
    await runner.dropColumn('webhook_endpoints', 'hmac_secret');
  }
}

/** The former names and their replacements. A former name that is still the name of another type stays too. */
const renamings = [
  ['coupon_created', 'coupon_session_created'],
  ['coupon_updated', 'coupon_session_updated'],
  ['coupon_removed', 'coupon_session_removed'],
  ['coupon_edit_created', 'coupon_created'],
  ['coupon_edit_updated', 'coupon_updated'],
  ['coupon_edit_status_updated', 'coupon_updated'],
  ['coupon_edit_removed', 'coupon_removed'],
  ['directory_user_registered', 'directory_registration'],
  ['loyalty_reward_earned', 'loyalty_reward_earned,loyalty_complete'],
  ['loyalty_user_created', 'loyalty_user_created,loyalty_v3_created'],
];

/** The present names of the list, each followed by a comma. All names but the first follow a comma too. */
const presentNames = `SUBSTR(${renamings.reduce(
  (list, [former, present]) => `REPLACE(${list}, ',${former},', ',${present},')`,
  `CONCAT(',', type_list, ',')`,
)}, 2)`;
