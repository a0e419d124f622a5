import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

const index = { name: 'events_campaign', columnNames: ['campaign_id', 'account_id', 'position'] };

/** Finds the events of one campaign without reading those of the others. */
export class EventsOfCampaigns1763746100000 extends Migration {
  readonly name = 'EventsOfCampaigns1763746100000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createIndex('events', index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('events', index.name);
  }
}
