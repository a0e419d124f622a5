import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant } from './table-builder.ts';

const former = { name: 'people_email', columnNames: ['email'], isUnique: true };

/** Lets several people have one address, and notes who has proven it. Those who are known count as proven. */
export class PeopleOfOneAddress1763750600000 extends Migration {
  readonly name = 'PeopleOfOneAddress1763750600000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('console_people', instant('proven_at', { isNullable: true }));
    await steps.change('UPDATE console_people SET proven_at = created_at WHERE proven_at IS NULL');
    await steps.createIndex('console_people', { name: 'people_address', columnNames: ['email'] });
    await steps.dropIndex('console_people', former);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX people_email ON console_people (email)');
    await runner.dropIndex('console_people', 'people_address');
    await runner.dropColumn('console_people', 'proven_at');
  }
}
