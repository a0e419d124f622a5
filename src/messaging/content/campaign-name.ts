import { batched } from '../../kernel/database/loaders.ts';
import { bind } from '../../kernel/database/statement.ts';

const tables = { cam: 'coupons', loy: 'loyalty_cards', dir: 'directories' };

export const findCampaignName = batched<string, string | null>(async (database, ids) => {
  const byTable = Map.groupBy(new Set(ids), (id) => tables[id.slice(0, 3) as keyof typeof tables]);
  const found = await Promise.all(
    [...byTable].map(([table, of]) =>
      database.rows<{ id: string; name: string }>(
        ...bind(`SELECT t.id AS id, t.name AS name FROM ${table} t WHERE t.id IN (:of) AND t.deleted_at IS NULL`, {
          of,
        }),
      ),
    ),
  );
  const names = new Map(found.flat().map(({ id, name }) => [id, name]));
  return ids.map((id) => names.get(id) ?? null);
});
