import { nextDeleted, removalKind, removeDeleted } from '../../kernel/jobs/removal.ts';

/** Removes a deleted group and its contacts. */
export const purgeContactGroup = removalKind('purgeContactGroup', 'group');

export const removeGroup = removeDeleted('contact_groups');

/** Finds the next group of an account that is being removed. */
export const nextGroup = nextDeleted('contact_groups');
