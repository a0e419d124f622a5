import { batched } from '../../kernel/database/loaders.ts';

interface Actor {
  id: string;
  accountId: string;
}

interface ActorKey extends Actor {
  parentId: string | null;
}

/**
 * Returns the name of an actor who belongs to the account or its parent. For a person without a name, returns the
 * address.
 */
export const findActorName = batched<ActorKey, string | null>(async (database, actors) => {
  const ids = [...new Set(actors.map(({ id }) => id))];
  const named = await database.rows<Actor & { name: string }>(
    `SELECT k.id AS id, k.account_id AS accountId, k.name AS name FROM api_keys k WHERE k.id IN (:ids)
       UNION ALL
       SELECT t.id AS id, t.account_id AS accountId, t.name AS name FROM tills t WHERE t.id IN (:ids)
       UNION ALL
       SELECT p.id AS id, m.account_id AS accountId, COALESCE(p.name, p.email) AS name
       FROM console_people p JOIN account_members m ON m.person_id = p.id WHERE p.id IN (:ids)`,
    { ids },
  );
  const names = new Map(named.map(({ id, accountId, name }) => [`${id} ${accountId}`, name]));
  return actors.map(
    ({ id, accountId, parentId }) => names.get(`${id} ${accountId}`) ?? names.get(`${id} ${parentId}`) ?? null,
  );
});
