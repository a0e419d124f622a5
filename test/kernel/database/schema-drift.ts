import type { Database } from '../../../src/kernel/database/database.ts';

/** The statements that would change the database into the schema of the entities. */
export async function drift({ dataSource }: Database): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
