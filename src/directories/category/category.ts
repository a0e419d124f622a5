import { column, reference, type Stored, table } from '../../kernel/database/columns.ts';
import type { Connection, Transaction } from '../../kernel/database/database.ts';
import { findRow, findRows, insertRow, requireRow, rowOf, updateRows } from '../../kernel/database/rows.ts';
import { Problem } from '../../kernel/problem.ts';
import { now } from '../../kernel/values/instant.ts';
import { newId } from '../../vocabulary/ids.ts';
import { type Directory, directoryRow } from '../directory/directory.ts';

/** A heading on the page of a directory, with campaigns below it. */
export type Category = Stored<typeof categories>;

export const categories = table({
  name: 'Category',
  tableName: 'categories',
  columns: {
    id: column.key(column.text(16)),
    accountId: column.text(20),
    directoryId: column.text(16),
    name: column.text(100),
    /** Position on the page, ascending, with gaps. */
    position: column.integer,
    createdAt: column.instant,
  },
  indices: [{ name: 'categories_directory', columns: ['directoryId', 'position'] }],
  foreignKeys: [reference('categories_directory_fk', 'directoryId', 'directories', 'CASCADE')],
});

/** Returns categories in the order of the page. */
export function categoriesOf(connection: Connection, directoryIds: readonly string[]): Promise<Category[]> {
  return findRows(
    connection,
    categories,
    { directoryId: directoryIds },
    { order: { position: 'ASC', createdAt: 'ASC', id: 'ASC' } },
  );
}

export const categoryRow = rowOf(categories, { missing: 'CATEGORY_NOT_FOUND' });

/** Returns the category. Throws `CATEGORY_NOT_FOUND` if the directory does not contain it. */
export function requireCategoryIn(connection: Connection, directory: Directory, id: string): Promise<Category> {
  return requireRow(connection, categoryRow, { id, directoryId: directory.id });
}

/** Locks the directory of the category until the transaction ends. */
export async function lockCategory(
  transaction: Transaction,
  accountId: string,
  id: string,
): Promise<{ category: Category; directory: Directory }> {
  const { directoryId } = await requireRow(transaction, categoryRow, { accountId, id });
  const directory = await findRow(transaction, directoryRow, { accountId, id: directoryId }, 'exclusive');
  if (!directory) throw new Problem('CATEGORY_NOT_FOUND');
  return { category: await requireRow(transaction, categoryRow, { accountId, id }), directory };
}

/** Adds a category after the others. The caller must have locked the directory, so that no two positions are equal. */
export async function addCategory(transaction: Transaction, directory: Directory, name: string): Promise<Category> {
  const last = (await categoriesOf(transaction, [directory.id])).at(-1);
  const category: Category = {
    id: newId('category'),
    accountId: directory.accountId,
    directoryId: directory.id,
    name,
    position: (last?.position ?? 0) + 1,
    createdAt: now(),
  };
  await insertRow(transaction, categories, category);
  return category;
}

/** Moves the categories to the top, in this order. The others keep their order. */
export async function reorderCategories(
  transaction: Transaction,
  directory: Directory,
  first: readonly string[],
): Promise<void> {
  await storeOrder(transaction, await categoriesOf(transaction, [directory.id]), (ids) => reordered(ids, first));
}

/** Moves a category directly after another one, or to the top. The others keep their order. */
export async function moveCategory(
  transaction: Transaction,
  directory: Directory,
  id: string,
  after: string | null,
): Promise<void> {
  await storeOrder(transaction, await categoriesOf(transaction, [directory.id]), (ids) => moved(ids, id, after));
}

async function storeOrder(
  transaction: Transaction,
  all: readonly Category[],
  arrange: (ids: readonly string[]) => string[] | null,
): Promise<void> {
  const order = arrange(all.map(({ id }) => id));
  if (!order) throw new Problem('CATEGORY_NOT_FOUND');
  const places = new Map(order.map((id, index) => [id, index + 1]));
  for (const { id, position } of all) {
    const next = places.get(id) ?? position;
    if (next !== position) await updateRows(transaction, categories, { id }, { position: next });
  }
}

/** Returns `all` with the ids of `first` at the front, or null if `all` lacks one of them. */
export function reordered(all: readonly string[], first: readonly string[]): string[] | null {
  const named = new Set(first);
  if (![...named].every((id) => all.includes(id))) return null;
  return [...named, ...all.filter((id) => !named.has(id))];
}

/** Returns `all` with an id directly after another one, or at the front. Returns null if `all` lacks one of them. */
export function moved(all: readonly string[], id: string, after: string | null): string[] | null {
  const others = all.filter((other) => other !== id);
  const place = after === null ? 0 : others.indexOf(after) + 1;
  if (!all.includes(id) || (after !== null && place === 0)) return null;
  return others.toSpliced(place, 0, id);
}
