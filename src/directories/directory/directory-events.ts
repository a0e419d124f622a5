import type { Transaction } from '../../kernel/database/database.ts';
import type { EventType } from '../../kernel/event-log/event.ts';
import { placementsOf } from '../campaign/placement.ts';
import { categoriesOf } from '../category/category.ts';
import { type Directory, recordInDirectory } from './directory.ts';

/** Records an event of a directory, with its categories and campaigns. */
export async function recordDirectory(
  transaction: Transaction,
  directory: Directory,
  type: EventType<'DIRECTORY_PAGE'>,
  keyId: string,
): Promise<void> {
  const categories = await categoriesOf(transaction, [directory.id]);
  const campaigns = await placementsOf(transaction, [directory.id]);
  await recordInDirectory(transaction, directory, type, keyId, {
    ...directory,
    categories: categories.map(({ id, name }) => ({ id, name })),
    campaigns: campaigns.map(({ campaignId, categoryId }) => ({
      id: campaignId,
      category: categoryId === null ? null : { id: categoryId },
    })),
  });
}
