import { removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted directory with all that belongs to it. Its events stay. */
export const purgeDirectory = removalKind('purgeDirectory', 'directory');

/** Its categories and placements go with the row. */
export const removeDirectory = removeDeleted('directories');
