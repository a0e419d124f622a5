/* Migrates the database of DATABASE_URL, whose only migration adds a column to the table `crowd`. */
import { openDatabase } from '../../../src/kernel/database/engines/database-url.ts';
import { migrate } from '../../../src/kernel/database/migration.ts';
import { Migration, type MigrationSteps } from '../../../src/kernel/database/migration-steps.ts';

class Column1000000000000 extends Migration {
  readonly name = 'Column1000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('crowd', { name: 'added', type: 'integer', isNullable: true });
  }
}

const database = await openDatabase(process.env.DATABASE_URL ?? '', {
  entities: [],
  migrations: [Column1000000000000],
});
console.log(await migrate(database));
await database.close();
