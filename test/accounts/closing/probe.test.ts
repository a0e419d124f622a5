import { test } from 'vitest';
import { model } from '../../../src/main/registries/tables.ts';
import { ownerless, ownership } from '../../generated/stored.ts';
import { makeThings } from '../../generated/things.ts';
import { useAppWithDatabaseOfItsOwn } from '../../support/app.ts';
const app = useAppWithDatabaseOfItsOwn();
test('probe', async () => {
  const client = await app.client();
  await makeThings(app.database, client.owner);
  for (const { options } of model.entities) {
    let n: unknown;
    try {
      const rows = await app.database.rows<object>(`SELECT COUNT(*) AS n FROM ${options.tableName} t WHERE ${ownership(options.name, Object.keys(options.columns))}`, [client.owner.account.id]);
      n = (rows[0] as { n: number }).n;
    } catch (e) { n = String(e); }
    if (n !== 0) continue;
    console.log('EMPTY', options.name, n, ownerless.includes(options.name));
  }
});
