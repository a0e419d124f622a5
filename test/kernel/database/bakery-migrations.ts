import { bigint, integer, text } from '../../../migrations/table-builder.ts';
import type { Model } from '../../../src/kernel/database/database.ts';
import { Migration, type MigrationSteps } from '../../../src/kernel/database/migration-steps.ts';

export const sales = 4500;

/** The numbers from 1 to 10,000. */
const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
const numbers = `SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS n
  FROM (${digits}) a CROSS JOIN (${digits}) b CROSS JOIN (${digits}) c CROSS JOIN (${digits}) e`;

class Bakery1000000000000 extends Migration {
  readonly name = 'Bakery1000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.createTable('loaves', {
      columns: [text('id', 20, { isPrimary: true }), text('name', 20, { isNullable: true }), integer('price')],
      indices: [{ name: 'loaves_name', columnNames: ['name'] }],
    });
    await steps.createTable('sales', {
      columns: [bigint('number', { isPrimary: true }), bigint('position', { isNullable: true }), text('loaf_id', 20)],
    });
    await steps.createIndex('sales', { name: 'sales_position', columnNames: ['position'], isUnique: true });
    await steps.change(`INSERT INTO loaves (id, name, price) VALUES ('loaf_rye', 'Rye', 3), ('loaf_old', 'Old', 1)`);
    await steps.change(`${steps.insertIfAbsent} INTO loaves (id, name, price) VALUES ('loaf_rye', 'Rye', 3)`);
    await steps.change(
      `INSERT INTO sales (number, position, loaf_id)
       SELECT s.n, CASE WHEN s.n < ${sales} THEN s.n END, 'loaf_rye' FROM (${numbers}) s WHERE s.n <= ${sales}`,
    );
  }

  async down(): Promise<void> {}
}

class Growth2000000000000 extends Migration {
  readonly name = 'Growth2000000000000';

  protected async apply(steps: MigrationSteps): Promise<void> {
    await steps.addColumn('loaves', integer('stock', { default: 0 }));
    await steps.addColumns('loaves', [
      text('flour', 10, { isNullable: true }),
      text('sold_at', 30, { isNullable: true }),
    ]);
    await steps.widenText('loaves', text('name', 200, { isNullable: true }));
    await steps.createIndex('loaves', { name: 'loaves_flour', columnNames: ['flour', 'name'] });
    await steps.dropIndex('loaves', { name: 'loaves_name', columnNames: ['name'] });
    // A change that is made twice can be seen.
    if (await steps.hasRows('sales')) await steps.change('UPDATE loaves SET price = price + 1');
    await steps.change(`UPDATE loaves SET sold_at = 'past' WHERE ${steps.inDays(1)} > ${steps.inDays(0)}`);
    await steps.change(`DELETE FROM loaves WHERE id = 'loaf_old'`);
  }

  async down(): Promise<void> {}
}

/** Small migrations with every kind of step that migrations have. */
export const bakery: Model = {
  entities: [],
  migrations: [Bakery1000000000000, Growth2000000000000],
};
