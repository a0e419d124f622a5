import type { QueryRunner } from 'typeorm';
import { Migration, type MigrationSteps } from '../src/kernel/database/migration-steps.ts';
import { instant, text } from './table-builder.ts';

/** Adds the images of directories, and when directories and their members were last changed. */
export class DirectoryDetails1763733000000 extends Migration {
  readonly name = 'DirectoryDetails1763733000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('directories', text('image_url', 500, { isNullable: true }));
    await steps.addColumn('directories', instant('updated_at', { isNullable: true }));
    await steps.addColumn('directory_users', instant('updated_at', { isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumns('directories', ['image_url', 'updated_at']);
    await runner.dropColumn('directory_users', 'updated_at');
  }
}
