import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';

/** Adds the indices from which jobs, API keys and subaccounts are listed, newest first. */
export class Listings1763731400000 extends Migration {
  readonly name = 'Listings1763731400000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createIndex('jobs', { name: 'jobs_account', columnNames: ['account_id', 'created_at'] });
    await steps.createIndex('api_keys', { name: 'api_keys_created', columnNames: ['account_id', 'created_at'] });
    await steps.createIndex('accounts', { name: 'accounts_created', columnNames: ['parent_id', 'created_at'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('accounts', 'accounts_created');
    await runner.dropIndex('api_keys', 'api_keys_created');
    await runner.dropIndex('jobs', 'jobs_account');
  }
}
