import {
  bigint,
  bigintOrNull,
  index,
  integer,
  key,
  text,
  textOrNull,
  unique,
} from '../../../migrations/table-builder.ts';
import type { Model } from '../../../src/kernel/database/database.ts';
import { Migration, type MigrationSteps } from '../../../src/kernel/database/migration-steps.ts';

class Bakery1000000000000 extends Migration {
  readonly name = 'Bakery1000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('loaves', {
      columns: [key(text('id', 20)), textOrNull('name', 20), integer('price')],
      indices: [index('loaves_name', 'name')],
    });
    await steps.createTable('sales', {
      columns: [key(bigint('number')), bigintOrNull('position'), text('loaf_id', 20)],
      indices: [unique('sales_position', 'position')],
    });
    await steps.change(`INSERT INTO loaves (id, name, price) VALUES ('loaf_rye', 'Rye', 3), ('loaf_old', 'Old', 1)`);
    await steps.change(`${steps.insertIfAbsent} INTO loaves (id, name, price) VALUES ('loaf_rye', 'Rye', 3)`);
    await steps.change(
      `INSERT INTO sales (number, position, loaf_id) VALUES (1, 1, 'loaf_rye'), (2, NULL, 'loaf_rye')`,
    );
  }
}

class Growth2000000000000 extends Migration {
  readonly name = 'Growth2000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('loaves', integer('stock', { default: 0 }));
    await steps.addColumn('loaves', textOrNull('flour', 10));
    await steps.createIndex('loaves', index('loaves_flour', 'flour', 'name'));
    // A change that is made twice can be seen.
    await steps.change('UPDATE loaves SET price = price + 1');
    await steps.change(`DELETE FROM loaves WHERE id = 'loaf_old'`);
  }
}

/** Small migrations with every kind of step that migrations have. */
export const bakery: Model = {
  entities: [],
  migrations: [Bakery1000000000000, Growth2000000000000],
};
