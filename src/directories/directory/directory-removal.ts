import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted directory with everything that belongs to it. Its events stay. */
export const purgeDirectory = removalKind('purgeDirectory', 'directory');

/** Removes the row of the directory. Foreign keys delete its categories and placements with it. */
export const removeDirectory = removeDeleted('directories');

/** Finds the next directory of an account that is being removed. */
export const nextDirectory = nextDeleted('directories');
